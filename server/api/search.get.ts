import { setResponseHeader } from 'h3'
import { search } from '#contract/catalogue'
import { route } from '#server/http/route'

export default route(search, async ({ app, user, query, event }) => {
  const { books, more, total, stale, pasted, words } = await app.catalogue.findBooks({
    query: query.q,
    region: query.region ?? (await app.account.preferredRegion(user)),
    page: query.page,
    limit: query.num_results,
    sort: query.sort,
    exact: query.exact,
  })
  if (more) setResponseHeader(event, 'X-Catalogue-More', 'true')
  if (total !== null) setResponseHeader(event, 'X-Catalogue-Total', total)
  if (stale !== null) setResponseHeader(event, 'X-Catalogue-Stale', stale)
  if (pasted !== null) setResponseHeader(event, 'X-Search-Pasted', pasted)
  if (words !== null) setResponseHeader(event, 'X-Search-Words', encodeURIComponent(words))
  return app.books.present(user, books)
})
