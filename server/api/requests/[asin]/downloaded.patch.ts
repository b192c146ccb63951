import { markDownloaded } from '#contract/fulfilment'
import { route } from '#server/http/route'

export default route(markDownloaded, ({ app, user, params }) =>
  app.downloads.byHand.markDownloaded(user, params.asin),
)
