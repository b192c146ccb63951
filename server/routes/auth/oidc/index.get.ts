import { clientOf } from '../../../http/actor'
import { readCredentials } from '../../../http/credentials'
import { readBrowser } from '../../../http/oidc-browser'
import { signInStep } from '../../../http/sign-in-step'
import { setSignedIn } from '../../../http/signed-in'

/** Where the OpenID Connect provider sends people back to. */
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
