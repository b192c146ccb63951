import { testIndexer } from '#contract/indexers'
import { actorOf } from '#server/security/guards'
import { route } from '#server/http/route'

export default route(testIndexer, async ({ app, user, params, body, event }) =>
  app.integrations.test(params.indexer_name, body, await actorOf(event, user)),
)
