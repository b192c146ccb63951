import { enableNotificationTarget } from '#contract/notification-operations'
import { route } from '../../../../http/route'

export default route(enableNotificationTarget, ({ app, params }) =>
  app.notificationTargets.toggle(null, params.id),
)
