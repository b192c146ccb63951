import { changeWishes } from '#contract/requests'
import { route } from '#server/http/route'

export default route(changeWishes, ({ app, user, params, body }) =>
  app.wishes.change(user, params.asin, body),
)
