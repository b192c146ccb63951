import { testIndexer } from '#contract/indexers'
import { route } from '#server/http/route'

export default route(testIndexer, ({ app, params, body }) => app.indexers.test(params.indexer_name, body))
