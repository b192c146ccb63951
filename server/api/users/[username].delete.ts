import { deleteUser } from '#contract/users'
import { route } from '#server/http/route'

export default route(deleteUser, ({ app, params, user }) => app.users.delete(params.username, user))
