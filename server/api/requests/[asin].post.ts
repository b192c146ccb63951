import { createRequest } from '#contract/requests'
import { route } from '#server/http/route'

export default route(createRequest, async ({ app, user, params, query, body }) => {
  const region = query.region ?? (await app.account.preferredRegion(user))
  return app.requests.create(user, params.asin, { region, again: query.again, wishes: body?.wishes })
})
