import { retryRequest } from '#contract/fulfilment'
import { route } from '#server/http/route'

export default route(retryRequest, ({ app, user, params, body }) =>
  app.fulfilment.adminActions.retry(
    user,
    params.asin,
    body?.next_try_at ? new Date(body.next_try_at) : undefined,
  ),
)
