import { toggleApiKey } from '#contract/api-keys'
import { actorOf } from '#server/security/guards'
import { route } from '#server/http/route'

export default route(toggleApiKey, async ({ app, event, user, params }) =>
  app.apiKeys.toggle(await actorOf(event, user), params.id),
)
