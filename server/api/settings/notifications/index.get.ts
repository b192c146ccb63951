import { listNotificationTargets } from '#contract/notification-operations'
import { route } from '../../../http/route'

export default route(listNotificationTargets, ({ app }) => app.notificationTargets.list(null))
