import { downloadRelease } from '#contract/fulfilment'
import { route } from '#server/http/route'

export default route(downloadRelease, ({ app, user, params, body }) =>
  app.fulfilment.manualGrab(user.username, params.asin, { guid: body.guid, indexerId: body.indexer_id }),
)
