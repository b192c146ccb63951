import { listNotificationTargets } from '#contract/notifications'
import { route } from '../../../http/route'

export default route(listNotificationTargets, ({ app }) => app.notificationTargets.list())
