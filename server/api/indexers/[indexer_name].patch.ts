import { patchIndexer } from '#contract/indexers'
import { route } from '#server/http/route'

export default route(patchIndexer, ({ app, params, body }) => app.indexers.patch(params.indexer_name, body))
