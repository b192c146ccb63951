import { endOtherSessions } from '#contract/account'
import { actorOf } from '#server/security/guards'
import { route } from '#server/http/route'

export default route(endOtherSessions, async ({ app, event, user }) =>
  app.sessions.endOwnOthers(await actorOf(event, user)),
)
