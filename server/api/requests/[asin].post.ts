import { createRequest } from '#contract/requests'
import { siteOf } from '../../http/origin'
import { route } from '../../http/route'

export default route(createRequest, async ({ app, event, user, params, query }) => {
  const region = query.region ?? (await app.account.preferredRegion(user))
  const origin = siteOf(event.context.origin)
  return app.requests.create(user, params.asin, { region, origin, again: query.again })
})
