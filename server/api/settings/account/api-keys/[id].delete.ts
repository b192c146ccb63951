import { deleteApiKey } from '#contract/api-keys'
import { route } from '#server/http/route'

export default route(deleteApiKey, ({ app, user, params }) => app.apiKeys.delete(user, params.id))
