import { changeListEntry } from '#contract/lists'
import { route } from '#server/http/route'

export default route(changeListEntry, ({ app, user, params, body }) => app.lists.change(user, params, body))
