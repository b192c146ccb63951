import { createApiKey } from '#contract/api-keys'
import { actorOf } from '#server/security/guards'
import { route } from '#server/http/route'

export default route(createApiKey, async ({ app, body, event, user }) =>
  app.apiKeys.create(await actorOf(event, user), body),
)
