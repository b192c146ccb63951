import { listLists } from '#contract/lists'
import { route } from '#server/http/route'

export default route(listLists, ({ app, user }) => app.lists.list(user))
