import { createOwnNotificationTarget } from '#contract/notification-operations'
import { actorOf } from '#server/security/guards'
import { route } from '#server/http/route'

export default route(createOwnNotificationTarget, async ({ app, event, user, body }) =>
  app.notificationTargets.create(user.id, body, await actorOf(event, user)),
)
