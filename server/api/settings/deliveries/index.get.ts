import { listDeliveries } from '#contract/notification-operations'
import { route } from '#server/http/route'

export default route(listDeliveries, ({ app, query }) => app.deliveryLog.list(null, query))
