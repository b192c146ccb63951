import { createConnection } from '#contract/connections'
import { actorOf } from '#server/security/guards'
import { route } from '#server/http/route'

export default route(createConnection, async ({ app, user, body, event }) =>
  app.integrations.connections.create(body, await actorOf(event, user)),
)
