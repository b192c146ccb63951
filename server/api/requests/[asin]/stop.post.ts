import { stopRequest } from '#contract/fulfilment'
import { route } from '#server/http/route'

export default route(stopRequest, ({ app, user, params }) =>
  app.fulfilment.adminActions.stop(user, params.asin),
)
