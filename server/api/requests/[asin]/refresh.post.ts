import { refreshSources } from '#contract/fulfilment'
import { route } from '#server/http/route'

export default route(refreshSources, ({ app, user, params, query }) =>
  app.fulfilment.releaseList.refresh(user, params.asin, query.force_refresh),
)
