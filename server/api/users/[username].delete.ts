import { deleteUser } from '#contract/users'
import { actorOf } from '#server/security/guards'
import { route } from '#server/http/route'

export default route(deleteUser, async ({ app, params, event, user }) =>
  app.users.delete(params.username, await actorOf(event, user)),
)
