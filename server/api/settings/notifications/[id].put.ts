import { updateNotificationTarget } from '#contract/notification-operations'
import { actorOf } from '#server/security/guards'
import { route } from '#server/http/route'

export default route(updateNotificationTarget, async ({ app, event, user, params, body }) =>
  app.notificationTargets.update(null, params.id, body, await actorOf(event, user)),
)
