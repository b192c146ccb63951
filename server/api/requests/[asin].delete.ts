import { deleteRequest } from '#contract/requests'
import { route } from '#server/http/route'

export default route(deleteRequest, ({ app, user, params }) => app.requests.remove(user, params.asin))
