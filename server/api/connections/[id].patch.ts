import { patchConnection } from '#contract/connections'
import { actorOf } from '#server/security/guards'
import { route } from '#server/http/route'

export default route(patchConnection, async ({ app, user, params, body, event }) =>
  app.integrations.connections.change(params.id, body, await actorOf(event, user)),
)
