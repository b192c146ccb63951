import { getNotificationKinds } from '#contract/notification-operations'
import { route } from '../../../http/route'

export default route(getNotificationKinds, ({ app }) => app.notificationTrials.kinds(null))
