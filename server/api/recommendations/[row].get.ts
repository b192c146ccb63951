import { getRecommendations } from '#contract/discover'
import { route } from '#server/http/route'

export default route(getRecommendations, async ({ app, user, params: { row }, query }) => {
  const question = { ...query, region: query.region ?? (await app.account.preferredRegion(user)) }
  return row === 'categories'
    ? app.discover.recommendOfCategories(user, question)
    : app.discover.recommend(user, row, question)
})
