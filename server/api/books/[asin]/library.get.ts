import { listLibraryItems } from '#contract/library-matches'
import { route } from '#server/http/route'

export default route(listLibraryItems, async ({ app, params, query }) =>
  app.library.matches.list(await app.books.factsOf(params.asin, query.region), query.q),
)
