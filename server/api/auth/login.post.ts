import { login } from '#contract/auth'
import { clientOf } from '#server/http/actor'
import { refuseLostCookie } from '#server/http/cookie-attributes'
import { readCredentials } from '#server/http/credentials'
import { route } from '#server/http/route'
import { setSignedIn } from '#server/http/signed-in'

export default route(login, async ({ app, event, body }) => {
  refuseLostCookie(event)
  await setSignedIn(event, await app.auth.login(body, clientOf(event), readCredentials(event).session))
})
