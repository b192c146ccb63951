import { deleteApiKey } from '#contract/api-keys'
import { actorOf } from '#server/security/guards'
import { route } from '#server/http/route'

export default route(deleteApiKey, async ({ app, event, user, params }) =>
  app.apiKeys.delete(await actorOf(event, user), params.id),
)
