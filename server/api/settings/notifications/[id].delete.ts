import { deleteNotificationTarget } from '#contract/notification-operations'
import { route } from '#server/http/route'
import { actorOf } from '#server/security/guards'

export default route(deleteNotificationTarget, async ({ app, event, user, params }) =>
  app.notificationTargets.remove(null, params.id, await actorOf(event, user)),
)
