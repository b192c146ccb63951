import { approveRequest } from '#contract/fulfilment'
import { siteOf } from '../../../http/origin'
import { route } from '../../../http/route'

export default route(approveRequest, ({ app, event, user, params, body }) =>
  app.decisions.approve(user, params.asin, { ...body, origin: siteOf(event.context.origin) }),
)
