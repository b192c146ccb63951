import { changeRequests } from '#contract/fulfilment'
import { route } from '#server/http/route'

export default route(changeRequests, ({ app, user, body }) => app.bulk.change(user, body))
