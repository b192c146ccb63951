import { createInvitation } from '#contract/invitations'
import { siteOf } from '#server/security/origin'
import { actorOf } from '#server/security/guards'
import { route } from '#server/http/route'

export default route(createInvitation, async ({ app, body, event, user }) => {
  const { token, ...invitation } = await app.invitations.create(body, await actorOf(event, user))
  const { publicUrl = siteOf(event.context.origin), baseUrl } = app.config
  // Behind the “#”, where it is neither sent nor logged when the page is fetched, by whoever does that.
  return { ...invitation, url: `${publicUrl}${baseUrl}invite#${token}` }
})
