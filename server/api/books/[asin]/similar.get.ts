import { listSimilarBooks } from '#contract/discover'
import { route } from '#server/http/route'

export default route(listSimilarBooks, async ({ app, user, params: { asin }, query }) => {
  const region = query.region ?? (await app.account.preferredRegion(user))
  return app.discover.similarTo(user, { asin, region, limit: query.limit })
})
