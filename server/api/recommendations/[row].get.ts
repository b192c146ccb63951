import { getRecommendations } from '#contract/discover'
import { route } from '#server/http/route'

export default route(getRecommendations, async ({ app, user, params: { row }, query }) => {
  const region = query.region ?? query.audible_region ?? (await app.account.preferredRegion(user))
  const question = { ...query, region }
  return row === 'categories'
    ? app.discover.recommendOfCategories(user, question)
    : app.discover.recommend(user, row, question)
})
