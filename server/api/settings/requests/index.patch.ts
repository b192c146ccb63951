import { patchRequestSettings } from '#contract/request-settings'
import { actorOf } from '#server/security/guards'
import { route } from '#server/http/route'

export default route(patchRequestSettings, async ({ app, body, event, user }) =>
  app.requestSettings.patch(body, await actorOf(event, user)),
)
