import { patchIndexer } from '#contract/indexers'
import { actorOf } from '#server/security/guards'
import { route } from '#server/http/route'

export default route(patchIndexer, async ({ app, user, params, body, event }) =>
  app.integrations.patch(params.indexer_name, body, await actorOf(event, user)),
)
