import { getSession } from '#contract/auth'
import { secureAddress } from '#server/http/cookie-attributes'
import { identify } from '#server/http/guards'
import { route } from '#server/http/route'

export default route(getSession, async ({ app, event }) => ({
  ...(await app.setup.describe(await identify(event))),
  secure_address: secureAddress(event),
}))
