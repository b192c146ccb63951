import { logout } from '#contract/auth'
import { identify } from '#server/http/guards'
import { route } from '#server/http/route'
import { clearSessionCookie } from '#server/http/session-cookie'

export default route(logout, async ({ app, event }) => {
  const path = await app.auth.logout(await identify(event))
  clearSessionCookie(event)
  return { redirect_to: path }
})
