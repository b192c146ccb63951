import { testOwnNotificationTarget } from '#contract/notification-operations'
import { route } from '../../../../../http/route'

export default route(testOwnNotificationTarget, ({ app, user, params, body }) =>
  app.notificationTrials.testSaved(user.id, params.id, body),
)
