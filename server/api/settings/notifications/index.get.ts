import { listNotificationTargets } from '#contract/notification-operations'
import { route } from '#server/http/route'

export default route(listNotificationTargets, ({ app }) => app.notificationTargets.list(null))
