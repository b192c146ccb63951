import { listSessions } from '#contract/account'
import { actorOf } from '#server/security/guards'
import { route } from '#server/http/route'

export default route(listSessions, async ({ app, event, user }) =>
  app.sessions.list(await actorOf(event, user)),
)
