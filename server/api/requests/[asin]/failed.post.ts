import { markFailed } from '#contract/fulfilment'
import { route } from '#server/http/route'

export default route(markFailed, ({ app, user, params, body }) =>
  app.downloads.byHand.markFailed(user, params.asin, body?.reason || undefined),
)
