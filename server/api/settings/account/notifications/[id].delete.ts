import { deleteOwnNotificationTarget } from '#contract/notification-operations'
import { route } from '#server/http/route'
import { actorOf } from '#server/security/guards'

export default route(deleteOwnNotificationTarget, async ({ app, event, user, params }) =>
  app.notificationTargets.remove(user.id, params.id, await actorOf(event, user)),
)
