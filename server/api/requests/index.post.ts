import { requestMany } from '#contract/bulk'
import { route } from '#server/http/route'

export default route(requestMany, async ({ app, user, body }) => {
  const region = body.region ?? (await app.account.preferredRegion(user))
  return app.bulk.request(user, body.asins, { region })
})
