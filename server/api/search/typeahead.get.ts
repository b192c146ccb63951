import { getTypeahead } from '#contract/catalogue'
import { route } from '#server/http/route'

export default route(getTypeahead, async ({ app, user, query }) => {
  const region = query.region ?? (await app.account.preferredRegion(user))
  const { books, words } = await app.catalogue.suggest(query.q, region)
  return { books: await app.books.present(user, books), words }
})
