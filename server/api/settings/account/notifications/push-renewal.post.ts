import { renewPushTarget } from '#contract/notification-operations'
import { actorOf } from '#server/security/guards'
import { route } from '#server/http/route'

export default route(renewPushTarget, async ({ app, event, user, body }) =>
  app.pushRenewal.renew(user.id, body, await actorOf(event, user)),
)
