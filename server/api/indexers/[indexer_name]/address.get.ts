import { locateIndexer } from '#contract/indexers'
import { route } from '#server/http/route'

export default route(locateIndexer, ({ app, params }) => app.integrations.locate(params.indexer_name))
