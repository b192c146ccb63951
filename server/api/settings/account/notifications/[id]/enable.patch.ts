import { enableOwnNotificationTarget } from '#contract/notification-operations'
import { route } from '#server/http/route'

export default route(enableOwnNotificationTarget, ({ app, user, params }) =>
  app.notificationTargets.toggle(user.id, params.id),
)
