import { markDownloaded } from '#contract/fulfilment'
import { route } from '#server/http/route'

export default route(markDownloaded, ({ app, user, params }) =>
  app.fulfilment.adminActions.markDownloaded(user, params.asin),
)
