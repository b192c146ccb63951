import { login } from '#contract/auth'
import { clientOf } from '#server/security/actor'
import { refuseLostCookie } from '#server/security/cookie-attributes'
import { readCredentials } from '#server/security/credentials'
import { route } from '#server/http/route'
import { setSignedIn } from '#server/security/signed-in'

export default route(login, async ({ app, event, body }) => {
  refuseLostCookie(event)
  await setSignedIn(event, await app.auth.login(body, clientOf(event), readCredentials(event).session))
})
