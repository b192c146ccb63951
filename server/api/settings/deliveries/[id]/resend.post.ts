import { resendDelivery } from '#contract/notification-operations'
import { route } from '#server/http/route'

export default route(resendDelivery, ({ app, params }) => app.deliveryLog.resend(null, params.id))
