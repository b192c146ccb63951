import { getOwnDelivery } from '#contract/notification-operations'
import { route } from '#server/http/route'

export default route(getOwnDelivery, ({ app, user, params }) => app.deliveryLog.find(user.id, params.id))
