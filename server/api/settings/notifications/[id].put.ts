import { updateNotificationTarget } from '#contract/notifications'
import { route } from '../../../http/route'

export default route(updateNotificationTarget, ({ app, params, body }) =>
  app.notificationTargets.update(params.id, body),
)
