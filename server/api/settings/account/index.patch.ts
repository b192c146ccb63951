import { updateAccount } from '#contract/account'
import { actorOf } from '#server/security/guards'
import { route } from '#server/http/route'

export default route(updateAccount, async ({ app, body, event, user }) =>
  app.account.update(await actorOf(event, user), body),
)
