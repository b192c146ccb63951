import { getAccount } from '#contract/account'
import { route } from '#server/http/route'

export default route(getAccount, ({ app, user }) => app.account.get(user))
