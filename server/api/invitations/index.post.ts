import { createInvitation } from '#contract/invitations'
import { actorOf } from '#server/security/guards'
import { route } from '#server/http/route'
import { siteAddressOf } from '#server/security/site'

export default route(createInvitation, async ({ app, body, event, user }) => {
  const { token, ...invitation } = await app.invitations.create(body, await actorOf(event, user))
  // The token is after the “#”, so that fetching the page neither sends nor logs it.
  return { ...invitation, url: `${siteAddressOf(event)}invite#${token}` }
})
