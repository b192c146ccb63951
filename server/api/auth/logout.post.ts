import { logout } from '#contract/auth'
import { identify } from '#server/security/guards'
import { route } from '#server/http/route'
import { clearSessionCookie } from '#server/security/session-cookie'

export default route(logout, async ({ app, event }) => {
  const address = await app.oidc.endSession(await identify(event), event.context.origin)
  clearSessionCookie(event)
  return { redirect_to: address }
})
