import { revokeFeed } from '#contract/feeds'
import { route } from '#server/http/route'
import { actorOf } from '#server/security/guards'

export default route(revokeFeed, async ({ app, event, user }) =>
  app.feedAddresses.revoke(await actorOf(event, user)),
)
