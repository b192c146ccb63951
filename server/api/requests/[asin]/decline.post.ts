import { declineRequest } from '#contract/fulfilment'
import { siteOf } from '../../../http/origin'
import { route } from '../../../http/route'

export default route(declineRequest, ({ app, event, user, params, body }) =>
  app.decisions.decline(user, params.asin, { ...body, origin: siteOf(event.context.origin) }),
)
