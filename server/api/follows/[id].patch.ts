import { patchFollow } from '#contract/follows'
import { route } from '#server/http/route'

export default route(patchFollow, ({ app, user, params, body }) =>
  app.follows.change(user, params.id, body.requests),
)
