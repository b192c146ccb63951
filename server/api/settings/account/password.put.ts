import { changePassword } from '#contract/account'
import { actorOf } from '#server/http/guards'
import { route } from '#server/http/route'

export default route(changePassword, async ({ app, body, event, user }) =>
  app.account.changePassword(await actorOf(event, user), body),
)
