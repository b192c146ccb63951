import { takeOverAccount } from '#contract/oidc'
import { clientOf } from '#server/security/actor'
import { refuseLostCookie } from '#server/security/cookie-attributes'
import { readCredentials } from '#server/security/credentials'
import { readBrowser } from '#server/security/oidc-browser'
import { route } from '#server/http/route'
import { setSignedIn } from '#server/security/signed-in'

export default route(takeOverAccount, async ({ app, event, body }) => {
  refuseLostCookie(event)
  const { token, path } = await app.oidc.takeOver({
    password: body.password,
    browser: readBrowser(event),
    client: clientOf(event),
    replaced: readCredentials(event).session,
  })
  await setSignedIn(event, token)
  return { redirect_to: path }
})
