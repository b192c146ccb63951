import { approveRequest } from '#contract/requests'
import { route } from '#server/http/route'

export default route(approveRequest, ({ app, user, params, body }) =>
  app.decisions.approve(user, params.asin, body),
)
