import { takeOverAccount } from '#contract/oidc'
import { clientOf } from '#server/http/actor'
import { refuseLostCookie } from '#server/http/cookie-attributes'
import { readCredentials } from '#server/http/credentials'
import { readBrowser } from '#server/http/oidc-browser'
import { route } from '#server/http/route'
import { setSignedIn } from '#server/http/signed-in'

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
