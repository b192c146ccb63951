import { renewPushTarget } from '#contract/notification-operations'
import { route } from '#server/http/route'

export default route(renewPushTarget, ({ app, user, body }) => app.pushRenewal.renew(user.id, body))
