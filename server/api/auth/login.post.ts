import { getRequestHeader } from 'h3'
import { login } from '#contract/auth'
import { readCredentials } from '#server/http/credentials'
import { route } from '#server/http/route'
import { setSessionCookie } from '#server/http/session-cookie'

export default route(login, async ({ app, event, body }) => {
  const client = {
    address: event.context.origin.address,
    userAgent: getRequestHeader(event, 'user-agent'),
  }
  setSessionCookie(event, await app.auth.login(body, client, readCredentials(event).session))
})
