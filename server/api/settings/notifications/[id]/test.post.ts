import { testNotificationTarget } from '#contract/notification-operations'
import { actorOf } from '#server/security/guards'
import { route } from '#server/http/route'

export default route(testNotificationTarget, async ({ app, user, params, body, event }) =>
  app.notificationTests.testSaved(null, params.id, body, await actorOf(event, user)),
)
