import { patchSecurity } from '#contract/security'
import { actorOf } from '#server/security/guards'
import { route } from '#server/http/route'

export default route(patchSecurity, async ({ app, body, event, user }) =>
  app.security.update(body, await actorOf(event, user)),
)
