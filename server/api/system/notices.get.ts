import { listNotices } from '#contract/system'
import { route } from '#server/http/route'

export default route(listNotices, async ({ app }) => [
  ...app.untrustedProxies.notices(),
  ...(await app.integrations.notices()),
  ...(await app.fulfilment.waits.notices()),
])
