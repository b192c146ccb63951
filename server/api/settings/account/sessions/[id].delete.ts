import { endSession } from '#contract/account'
import { actorOf } from '#server/security/guards'
import { route } from '#server/http/route'

export default route(endSession, async ({ app, params, event, user }) =>
  app.sessions.endOwn(await actorOf(event, user), params.id),
)
