import { findInvitation } from '#contract/invitations'
import { sourceOf } from '#server/security/actor'
import { route } from '#server/http/route'

export default route(findInvitation, ({ app, event, body }) =>
  app.invitations.describe(body.token, sourceOf(event)),
)
