import { listOwnNotificationTargets } from '#contract/notification-operations'
import { route } from '#server/http/route'

export default route(listOwnNotificationTargets, ({ app, user }) => app.notificationTargets.list(user.id))
