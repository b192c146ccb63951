import { testOwnNotification } from '#contract/notification-operations'
import { actorOf } from '../../../../http/guards'
import { route } from '../../../../http/route'

export default route(testOwnNotification, async ({ app, user, body, event }) =>
  app.notificationTrials.test(user.id, body, await actorOf(event, user)),
)
