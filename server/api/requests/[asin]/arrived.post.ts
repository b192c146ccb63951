import { markArrived } from '#contract/fulfilment'
import { route } from '#server/http/route'

export default route(markArrived, ({ app, user, params }) =>
  app.fulfilment.adminActions.markArrived(user, params.asin),
)
