import { patchPersonalNotifications } from '#contract/notification-operations'
import { route } from '#server/http/route'
import { actorOf } from '#server/security/guards'

export default route(patchPersonalNotifications, async ({ app, body, event, user }) =>
  app.personalNotifications.change(body, await actorOf(event, user)),
)
