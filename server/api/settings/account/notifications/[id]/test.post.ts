import { testOwnNotificationTarget } from '#contract/notification-operations'
import { actorOf } from '#server/security/guards'
import { route } from '#server/http/route'

export default route(testOwnNotificationTarget, async ({ app, user, params, body, event }) =>
  app.notificationTests.testSaved(user.id, params.id, body, await actorOf(event, user)),
)
