import { deleteNotificationTarget } from '#contract/notification-operations'
import { route } from '#server/http/route'

export default route(deleteNotificationTarget, ({ app, params }) =>
  app.notificationTargets.remove(null, params.id),
)
