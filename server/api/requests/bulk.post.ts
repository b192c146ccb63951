import { changeRequests } from '#contract/fulfilment'
import { siteOf } from '../../http/origin'
import { route } from '../../http/route'

export default route(changeRequests, ({ app, event, user, body }) =>
  app.bulk.change(user, body, { origin: siteOf(event.context.origin) }),
)
