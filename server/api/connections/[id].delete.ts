import { deleteConnection } from '#contract/connections'
import { actorOf } from '#server/security/guards'
import { route } from '#server/http/route'

export default route(deleteConnection, async ({ app, user, params, event }) =>
  app.integrations.connections.remove(params.id, await actorOf(event, user)),
)
