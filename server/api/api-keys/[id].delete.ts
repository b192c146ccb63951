import { revokeApiKey } from '#contract/api-keys'
import { actorOf } from '#server/security/guards'
import { route } from '#server/http/route'

export default route(revokeApiKey, async ({ app, event, user, params }) =>
  app.apiKeys.revoke(await actorOf(event, user), params.id),
)
