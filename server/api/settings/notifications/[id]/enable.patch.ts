import { enableNotificationTarget } from '#contract/notification-operations'
import { actorOf } from '#server/security/guards'
import { route } from '#server/http/route'

export default route(enableNotificationTarget, async ({ app, event, user, params }) =>
  app.notificationTargets.toggle(null, params.id, await actorOf(event, user)),
)
