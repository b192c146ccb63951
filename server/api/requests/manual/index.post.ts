import { createHandMade } from '#contract/hand-made'
import { siteOf } from '../../../http/origin'
import { route } from '../../../http/route'

export default route(createHandMade, ({ app, event, user, body }) =>
  app.handMade.create(user, body, { origin: siteOf(event.context.origin) }),
)
