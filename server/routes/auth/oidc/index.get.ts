import { clientOf } from '#server/security/actor'
import { readCredentials } from '#server/security/credentials'
import { readBrowser } from '#server/security/oidc-browser'
import { signInStep } from '#server/http/sign-in-step'
import { setSignedIn } from '#server/security/signed-in'

/** Where the OpenID Connect provider sends people back. */
export default signInStep(async (app, event) => {
  const ending = await app.oidc.finish({
    query: new URL(event.path, 'http://own.invalid').searchParams,
    browser: readBrowser(event),
    client: clientOf(event),
    replaced: readCredentials(event).session,
  })
  if ('token' in ending) await setSignedIn(event, ending.token)
  return ending.path
})
