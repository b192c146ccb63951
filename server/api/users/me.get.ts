import { getOwnUser } from '#contract/auth'
import { route } from '#server/http/route'

export default route(getOwnUser, ({ app, user }) => app.users.show(user))
