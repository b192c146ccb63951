import { listUsers } from '#contract/users'
import { route } from '#server/http/route'

export default route(listUsers, ({ app, query }) => app.users.list(query))
