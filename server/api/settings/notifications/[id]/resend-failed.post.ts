import { resendFailedDeliveries } from '#contract/notification-operations'
import { route } from '../../../../http/route'

export default route(resendFailedDeliveries, ({ app, params }) =>
  app.deliveryLog.resendFailed(null, params.id),
)
