import { listEditions } from '#contract/editions'
import { route } from '#server/http/route'

export default route(listEditions, async ({ app, user, params, query }) =>
  app.editions.of(user, params.asin, query.region ?? (await app.account.preferredRegion(user))),
)
