import { testOwnNotification } from '#contract/notification-operations'
import { actorOf } from '#server/security/guards'
import { route } from '#server/http/route'

export default route(testOwnNotification, async ({ app, user, body, event }) =>
  app.notificationTests.test(user.id, body, await actorOf(event, user)),
)
