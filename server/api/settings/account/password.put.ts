import { changePassword } from '#contract/account'
import { actorOf, requireIdentity } from '#server/security/guards'
import { route } from '#server/http/route'
import { markDevice } from '#server/security/signed-in'

export default route(changePassword, async ({ app, body, event, user }) => {
  await app.account.changePassword(await actorOf(event, user), body)
  // The browser's cookie belonged to the previous password.
  const identity = await requireIdentity(event)
  if (identity.via === 'session') await markDevice(event, identity)
})
