import { getSession } from '#contract/auth'
import { identify } from '#server/http/guards'
import { route } from '#server/http/route'

export default route(getSession, async ({ app, event }) => app.setup.describe(await identify(event)))
