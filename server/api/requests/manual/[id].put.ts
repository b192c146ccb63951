import { updateHandMade } from '#contract/hand-made'
import { route } from '#server/http/route'

export default route(updateHandMade, ({ app, user, params, body }) =>
  app.handMade.update(user, params.id, body),
)
