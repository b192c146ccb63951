import { patchStorage } from '#contract/storage'
import { actorOf } from '#server/security/guards'
import { route } from '#server/http/route'

export default route(patchStorage, async ({ app, body, event, user }) =>
  app.retention.patch(body, await actorOf(event, user)),
)
