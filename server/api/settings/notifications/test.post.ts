import { testNotification } from '#contract/notification-operations'
import { route } from '../../../http/route'

export default route(testNotification, ({ app, body }) => app.notificationTrials.test(null, body))
