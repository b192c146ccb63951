import { testNotification } from '#contract/notification-operations'
import { actorOf } from '#server/security/guards'
import { route } from '#server/http/route'

export default route(testNotification, async ({ app, user, body, event }) =>
  app.notificationTests.test(null, body, await actorOf(event, user)),
)
