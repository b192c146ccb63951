import { getRequestHeader } from 'h3'
import { login } from '#contract/auth'
import { sourceOf } from '#server/http/actor'
import { readCredentials } from '#server/http/credentials'
import { route } from '#server/http/route'
import { setSessionCookie } from '#server/http/session-cookie'

export default route(login, async ({ app, event, body }) => {
  const client = {
    ...sourceOf(event),
    userAgent: getRequestHeader(event, 'user-agent'),
  }
  setSessionCookie(event, await app.auth.login(body, client, readCredentials(event).session))
})
