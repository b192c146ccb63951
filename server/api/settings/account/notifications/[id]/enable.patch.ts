import { enableOwnNotificationTarget } from '#contract/notification-operations'
import { actorOf } from '#server/security/guards'
import { route } from '#server/http/route'

export default route(enableOwnNotificationTarget, async ({ app, event, user, params }) =>
  app.notificationTargets.toggle(user.id, params.id, await actorOf(event, user)),
)
