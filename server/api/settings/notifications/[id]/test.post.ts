import { testNotificationTarget } from '#contract/notification-operations'
import { actorOf } from '../../../../http/guards'
import { route } from '../../../../http/route'

export default route(testNotificationTarget, async ({ app, user, params, body, event }) =>
  app.notificationTrials.testSaved(null, params.id, body, await actorOf(event, user)),
)
