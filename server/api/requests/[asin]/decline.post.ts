import { declineRequest } from '#contract/requests'
import { route } from '#server/http/route'

export default route(declineRequest, ({ app, user, params, body }) =>
  app.decisions.decline(user, params.asin, body),
)
