import { patchPersonalNotifications } from '#contract/notification-operations'
import { route } from '#server/http/route'

export default route(patchPersonalNotifications, ({ app, body }) => app.personalNotifications.change(body))
