import { putDiscoverSettings } from '#contract/discover-settings'
import { actorOf } from '#server/security/guards'
import { route } from '#server/http/route'

export default route(putDiscoverSettings, async ({ app, body, event, user }) =>
  app.discoverSettings.put(body, await actorOf(event, user)),
)
