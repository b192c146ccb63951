import { requestList } from '#contract/lists'
import { route } from '#server/http/route'

export default route(requestList, ({ app, user, params }) => app.lists.request(user, params.id))
