import { createNotificationTarget } from '#contract/notifications'
import { route } from '../../../http/route'

export default route(createNotificationTarget, ({ app, body }) => app.notificationTargets.create(body))
