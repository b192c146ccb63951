import { createHandMade } from '#contract/hand-made'
import { route } from '#server/http/route'

export default route(createHandMade, ({ app, user, query, body }) =>
  app.handMade.create(user, body, { unlessInLibrary: query.unless_in_library }),
)
