import { createRequest } from '#contract/requests'
import { siteOf } from '../../http/origin'
import { route } from '../../http/route'

export default route(createRequest, ({ app, event, user, params, query }) =>
  app.requests.create(user, params.asin, { region: query.region, origin: siteOf(event.context.origin) }),
)
