import { dismissGettingStarted } from '#contract/auth'
import { actorOf } from '#server/security/guards'
import { route } from '#server/http/route'

export default route(dismissGettingStarted, async ({ app, event, user }) =>
  app.setup.dismissGettingStarted(await actorOf(event, user)),
)
