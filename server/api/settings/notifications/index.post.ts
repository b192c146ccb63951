import { createNotificationTarget } from '#contract/notification-operations'
import { actorOf } from '#server/security/guards'
import { route } from '#server/http/route'

export default route(createNotificationTarget, async ({ app, event, user, body }) =>
  app.notificationTargets.create(null, body, await actorOf(event, user)),
)
