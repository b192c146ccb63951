import { getUser } from '#contract/users'
import { route } from '#server/http/route'

export default route(getUser, ({ app, params }) => app.users.get(params.username))
