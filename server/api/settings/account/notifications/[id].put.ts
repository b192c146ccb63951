import { updateOwnNotificationTarget } from '#contract/notification-operations'
import { route } from '#server/http/route'

export default route(updateOwnNotificationTarget, ({ app, user, params, body }) =>
  app.notificationTargets.update(user.id, params.id, body),
)
