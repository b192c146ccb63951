import { markAvailable } from '#contract/fulfilment'
import { route } from '#server/http/route'

export default route(markAvailable, ({ app, user, params }) =>
  app.fulfilment.adminActions.markAvailable(user, params.asin),
)
