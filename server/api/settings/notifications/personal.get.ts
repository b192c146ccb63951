import { getPersonalNotifications } from '#contract/notification-operations'
import { route } from '#server/http/route'

export default route(getPersonalNotifications, ({ app }) => app.personalNotifications.read())
