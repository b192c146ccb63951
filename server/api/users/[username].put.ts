import { updateUser } from '#contract/users'
import { actorOf } from '#server/security/guards'
import { route } from '#server/http/route'

export default route(updateUser, async ({ app, params, body, event, user }) =>
  app.users.update(params.username, body, await actorOf(event, user)),
)
