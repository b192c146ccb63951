import { resendOwnFailedDeliveries } from '#contract/notification-operations'
import { route } from '#server/http/route'

export default route(resendOwnFailedDeliveries, ({ app, user, params }) =>
  app.deliveryLog.resendFailed(user.id, params.id),
)
