import { updateNotificationTarget } from '#contract/notification-operations'
import { route } from '../../../http/route'

export default route(updateNotificationTarget, ({ app, params, body }) =>
  app.notificationTargets.update(null, params.id, body),
)
