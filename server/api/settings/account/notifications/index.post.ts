import { createOwnNotificationTarget } from '#contract/notification-operations'
import { route } from '../../../../http/route'

export default route(createOwnNotificationTarget, ({ app, user, body }) =>
  app.notificationTargets.create(user.id, body),
)
