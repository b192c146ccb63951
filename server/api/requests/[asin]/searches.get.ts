import { listReleaseSearches } from '#contract/fulfilment'
import { route } from '#server/http/route'

export default route(listReleaseSearches, ({ app, params }) =>
  app.fulfilment.releaseList.history(params.asin),
)
