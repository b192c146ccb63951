import { createRequest } from '#contract/requests'
import { route } from '../../http/route'

export default route(createRequest, async ({ app, event, user, params, query }) => {
  const { protocol, host } = event.context.origin
  const region = query.region ?? (await app.account.preferredRegion(user))
  return app.requests.create(user, params.asin, { region, origin: `${protocol}://${host}` })
})
