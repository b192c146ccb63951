import { confirmGrab } from '#contract/fulfilment'
import { route } from '#server/http/route'

export default route(confirmGrab, ({ app, user, params, body }) =>
  app.fulfilment.confirmGrab(user, params.asin, body.grabbed),
)
