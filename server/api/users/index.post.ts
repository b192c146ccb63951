import { createUser } from '#contract/users'
import { route } from '#server/http/route'

export default route(createUser, ({ app, body }) => app.users.create(body))
