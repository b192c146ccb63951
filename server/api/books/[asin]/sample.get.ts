import { getSample } from '#contract/samples'
import { route } from '#server/http/route'

export default route(getSample, async ({ app, user, params: { asin }, query }) =>
  app.catalogue.samples.find({ asin, region: query.region ?? (await app.account.preferredRegion(user)) }),
)
