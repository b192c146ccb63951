import { getOwnNotificationKinds } from '#contract/notification-operations'
import { route } from '#server/http/route'

export default route(getOwnNotificationKinds, ({ app, user }) => app.notificationTests.kinds(user.id))
