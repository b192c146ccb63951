import { listSources } from '#contract/fulfilment'
import { route } from '../../../http/route'

export default route(listSources, ({ app, user, params, query }) =>
  app.downloads.sources.list(user, params.asin, {
    onlyCached: query.only_cached,
    searchId: query.search_id,
  }),
)
