import { testOwnNotification } from '#contract/notification-operations'
import { route } from '../../../../http/route'

export default route(testOwnNotification, ({ app, user, body }) => app.notificationTrials.test(user.id, body))
