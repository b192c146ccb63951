import { endAllSessions } from '#contract/security'
import { actorOf } from '#server/security/guards'
import { route } from '#server/http/route'

export default route(endAllSessions, async ({ app, event, user, query }) =>
  app.security.endAllSessions(await actorOf(event, user), { apiKeys: query.api_keys }),
)
