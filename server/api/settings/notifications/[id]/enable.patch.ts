import { enableNotificationTarget } from '#contract/notification-operations'
import { route } from '#server/http/route'

export default route(enableNotificationTarget, ({ app, params }) =>
  app.notificationTargets.toggle(null, params.id),
)
