import { undoMatchCorrection } from '#contract/library-matches'
import { actorOf } from '#server/security/guards'
import { route } from '#server/http/route'

export default route(undoMatchCorrection, async ({ app, user, params, body, event }) =>
  app.library.matches.undo(params.asin, body.item, await actorOf(event, user)),
)
