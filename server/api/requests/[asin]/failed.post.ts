import { markFailed } from '#contract/fulfilment'
import { route } from '#server/http/route'

export default route(markFailed, ({ app, user, params, body }) =>
  app.fulfilment.adminActions.markFailed(user, params.asin, body?.reason || undefined),
)
