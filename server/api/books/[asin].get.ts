import { getBook } from '#contract/books'
import { route } from '#server/http/route'

export default route(getBook, ({ app, user, params, query }) =>
  app.books.find(user, params.asin, query.region),
)
