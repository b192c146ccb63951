import { createUser } from '#contract/users'
import { actorOf } from '#server/security/guards'
import { route } from '#server/http/route'

export default route(createUser, async ({ app, body, event, user }) =>
  app.users.create(body, await actorOf(event, user)),
)
