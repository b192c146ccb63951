import { enableNotificationTarget } from '#contract/notifications'
import { route } from '../../../../http/route'

export default route(enableNotificationTarget, ({ app, params }) => app.notificationTargets.toggle(params.id))
