import { patchDownloadSettings } from '#contract/download-settings'
import { route } from '#server/http/route'
import { actorOf } from '#server/security/guards'

export default route(patchDownloadSettings, async ({ app, body, event, user }) =>
  app.fulfilment.settings.patch(body, await actorOf(event, user)),
)
