import { testNotification } from '#contract/notification-operations'
import { actorOf } from '../../../http/guards'
import { route } from '../../../http/route'

export default route(testNotification, async ({ app, user, body, event }) =>
  app.notificationTrials.test(null, body, await actorOf(event, user)),
)
