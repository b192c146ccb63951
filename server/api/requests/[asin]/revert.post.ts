import { revertRequest } from '#contract/fulfilment'
import { route } from '#server/http/route'

export default route(revertRequest, ({ app, user, params }) =>
  app.fulfilment.adminActions.revert(user, params.asin),
)
