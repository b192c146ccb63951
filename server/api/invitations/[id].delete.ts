import { revokeInvitation } from '#contract/invitations'
import { actorOf } from '#server/security/guards'
import { route } from '#server/http/route'

export default route(revokeInvitation, async ({ app, event, user, params }) =>
  app.invitations.revoke(params.id, await actorOf(event, user)),
)
