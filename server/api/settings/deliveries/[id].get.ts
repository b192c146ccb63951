import { getDelivery } from '#contract/notification-operations'
import { route } from '#server/http/route'

export default route(getDelivery, ({ app, params }) => app.deliveryLog.find(null, params.id))
