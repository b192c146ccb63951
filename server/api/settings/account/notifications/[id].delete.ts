import { deleteOwnNotificationTarget } from '#contract/notification-operations'
import { route } from '#server/http/route'

export default route(deleteOwnNotificationTarget, ({ app, user, params }) =>
  app.notificationTargets.remove(user.id, params.id),
)
