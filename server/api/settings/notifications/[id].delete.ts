import { deleteNotificationTarget } from '#contract/notifications'
import { route } from '../../../http/route'

export default route(deleteNotificationTarget, ({ app, params }) => app.notificationTargets.remove(params.id))
