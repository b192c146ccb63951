import { updateNotificationTarget } from '#contract/notification-operations'
import { route } from '#server/http/route'

export default route(updateNotificationTarget, ({ app, params, body }) =>
  app.notificationTargets.update(null, params.id, body),
)
