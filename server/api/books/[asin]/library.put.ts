import { correctMatch } from '#contract/library-matches'
import { actorOf } from '#server/security/guards'
import { route } from '#server/http/route'

export default route(correctMatch, async ({ app, user, params, body, event }) =>
  app.library.matches.correct(params.asin, body, await actorOf(event, user)),
)
