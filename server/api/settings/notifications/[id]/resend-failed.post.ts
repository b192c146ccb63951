import { resendFailedDeliveries } from '#contract/notification-operations'
import { route } from '#server/http/route'

export default route(resendFailedDeliveries, ({ app, params }) =>
  app.deliveryLog.resendFailed(null, params.id),
)
