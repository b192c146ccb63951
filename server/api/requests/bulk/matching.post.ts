import { changeMatchingRequests } from '#contract/bulk'
import { route } from '#server/http/route'

export default route(changeMatchingRequests, ({ app, user, body }) => app.bulk.changeMatching(user, body))
