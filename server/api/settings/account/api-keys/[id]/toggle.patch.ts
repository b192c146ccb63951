import { toggleApiKey } from '#contract/api-keys'
import { route } from '#server/http/route'

export default route(toggleApiKey, ({ app, user, params }) => app.apiKeys.toggle(user, params.id))
