import { listBookSeries } from '#contract/series'
import { route } from '#server/http/route'

export default route(listBookSeries, ({ app, user, params, query }) =>
  app.series.ofBook(user, params.asin, query.region),
)
