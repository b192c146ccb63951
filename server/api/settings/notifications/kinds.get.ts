import { getNotificationKinds } from '#contract/notification-operations'
import { route } from '#server/http/route'

export default route(getNotificationKinds, ({ app }) => app.notificationTests.kinds(null))
