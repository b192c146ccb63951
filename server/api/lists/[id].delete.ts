import { deleteList } from '#contract/lists'
import { route } from '#server/http/route'

export default route(deleteList, ({ app, user, params }) => app.lists.remove(user, params.id))
