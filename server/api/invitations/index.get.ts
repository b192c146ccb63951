import { listInvitations } from '#contract/invitations'
import { route } from '#server/http/route'

export default route(listInvitations, ({ app, query }) => app.invitations.list(query))
