import { updateOwnNotificationTarget } from '#contract/notification-operations'
import { actorOf } from '#server/security/guards'
import { route } from '#server/http/route'

export default route(updateOwnNotificationTarget, async ({ app, event, user, params, body }) =>
  app.notificationTargets.update(user.id, params.id, body, await actorOf(event, user)),
)
