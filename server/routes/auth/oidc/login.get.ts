import { getQuery } from 'h3'
import { markBrowser, readBrowser } from '#server/security/oidc-browser'
import { signInStep } from '#server/http/sign-in-step'

/** Sends the browser to the OpenID Connect provider; `next` is the page to return to. */
export default signInStep(async (app, event) => {
  const { next } = getQuery(event)
  const { origin } = event.context
  const { address, browser } = await app.oidc.begin({ next, browser: readBrowser(event), origin })
  markBrowser(event, browser)
  return address
})
