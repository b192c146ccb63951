import { createNotificationTarget } from '#contract/notification-operations'
import { route } from '#server/http/route'

export default route(createNotificationTarget, ({ app, body }) => app.notificationTargets.create(null, body))
