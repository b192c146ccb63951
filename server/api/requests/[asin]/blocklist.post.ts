import { blockRelease } from '#contract/fulfilment'
import { route } from '#server/http/route'

export default route(blockRelease, ({ app, user, params, body }) =>
  app.fulfilment.blocklist.block(user, params.asin, {
    guid: body.guid,
    indexerId: body.indexer_id,
    title: body.title,
    reason: body.reason,
  }),
)
