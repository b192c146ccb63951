import { createOwnNotificationTarget } from '#contract/notification-operations'
import { route } from '#server/http/route'

export default route(createOwnNotificationTarget, ({ app, user, body }) =>
  app.notificationTargets.create(user.id, body),
)
