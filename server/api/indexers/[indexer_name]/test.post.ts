import { testIndexer } from '#contract/indexers'
import { actorOf } from '#server/http/guards'
import { route } from '#server/http/route'

export default route(testIndexer, async ({ app, user, params, body, event }) =>
  app.indexers.test(params.indexer_name, body, await actorOf(event, user)),
)
