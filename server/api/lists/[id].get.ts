import { getList } from '#contract/lists'
import { route } from '#server/http/route'

export default route(getList, ({ app, user, params }) => app.lists.get(user, params.id))
