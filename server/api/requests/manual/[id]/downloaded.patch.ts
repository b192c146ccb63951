import { markHandMadeAvailable } from '#contract/hand-made'
import { route } from '#server/http/route'

export default route(markHandMadeAvailable, ({ app, user, params }) =>
  app.handMade.markAvailable(user, params.id),
)
