import { selectListEntries } from '#contract/lists'
import { route } from '#server/http/route'

export default route(selectListEntries, ({ app, user, params, body }) =>
  app.lists.select(user, params.id, body),
)
