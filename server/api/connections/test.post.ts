import { testConnection } from '#contract/connections'
import { actorOf } from '#server/security/guards'
import { route } from '#server/http/route'

export default route(testConnection, async ({ app, user, body, event }) =>
  app.integrations.connections.test(body, await actorOf(event, user)),
)
