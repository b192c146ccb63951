import { approveRequest } from '#contract/fulfilment'
import { route } from '#server/http/route'

export default route(approveRequest, ({ app, user, params, body }) =>
  app.decisions.approve(user, params.asin, body),
)
