import { testOwnNotificationTarget } from '#contract/notification-operations'
import { actorOf } from '../../../../../http/guards'
import { route } from '../../../../../http/route'

export default route(testOwnNotificationTarget, async ({ app, user, params, body, event }) =>
  app.notificationTrials.testSaved(user.id, params.id, body, await actorOf(event, user)),
)
