import { changeRequests } from '#contract/bulk'
import { route } from '#server/http/route'

export default route(changeRequests, ({ app, user, body }) => app.bulk.change(user, body))
