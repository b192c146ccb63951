import { acceptInvitation } from '#contract/invitations'
import { clientOf } from '#server/security/actor'
import { refuseLostCookie } from '#server/security/cookie-attributes'
import { readCredentials } from '#server/security/credentials'
import { route } from '#server/http/route'
import { setSignedIn } from '#server/security/signed-in'

export default route(acceptInvitation, async ({ app, event, body }) => {
  refuseLostCookie(event)
  const replaced = readCredentials(event).session
  const { user, session } = await app.invitations.accept(body, clientOf(event), replaced)
  if (session !== null) await setSignedIn(event, session)
  return user
})
