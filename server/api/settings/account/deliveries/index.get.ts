import { listOwnDeliveries } from '#contract/notification-operations'
import { route } from '#server/http/route'

export default route(listOwnDeliveries, ({ app, user, query }) => app.deliveryLog.list(user.id, query))
