import { countRequests } from '#contract/requests'
import { route } from '#server/http/route'

export default route(countRequests, ({ app, user, query }) => app.requests.counts(user, query))
