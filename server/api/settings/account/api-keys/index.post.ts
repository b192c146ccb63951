import { createApiKey } from '#contract/api-keys'
import { route } from '#server/http/route'

export default route(createApiKey, ({ app, user, body }) => app.apiKeys.create(user, body.name))
