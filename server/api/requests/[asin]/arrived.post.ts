import { markArrived } from '#contract/fulfilment'
import { route } from '#server/http/route'

export default route(markArrived, ({ app, user, params }) =>
  app.downloads.byHand.markArrived(user, params.asin),
)
