import { autoDownload } from '#contract/fulfilment'
import { route } from '#server/http/route'

export default route(autoDownload, ({ app, user, params }) =>
  app.fulfilment.adminActions.autoDownload(user, params.asin),
)
