import { testNotificationTarget } from '#contract/notification-operations'
import { route } from '../../../../http/route'

export default route(testNotificationTarget, ({ app, params, body }) =>
  app.notificationTrials.testSaved(null, params.id, body),
)
