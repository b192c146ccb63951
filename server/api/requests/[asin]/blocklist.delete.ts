import { unblockRelease } from '#contract/fulfilment'
import { route } from '#server/http/route'

export default route(unblockRelease, ({ app, user, params, body }) =>
  app.fulfilment.blocklist.unblock(user, params.asin, { guid: body.guid, indexerId: body.indexer_id }),
)
