import { countMatchingRequests } from '#contract/bulk'
import { route } from '#server/http/route'

export default route(countMatchingRequests, ({ app, query }) => app.bulk.select(query))
