import { resendOwnDelivery } from '#contract/notification-operations'
import { route } from '#server/http/route'

export default route(resendOwnDelivery, ({ app, user, params }) => app.deliveryLog.resend(user.id, params.id))
