import { getSession } from '#contract/auth'
import { secureAddress } from '#server/security/cookie-attributes'
import { identify } from '#server/security/guards'
import { route } from '#server/http/route'
import { keepDevice } from '#server/security/signed-in'

export default route(getSession, async ({ app, event }) => {
  const identity = await identify(event)
  await keepDevice(event, identity)
  return {
    ...(await app.setup.describe(identity)),
    server_name: app.config.name ?? null,
    secure_address: secureAddress(event),
  }
})
