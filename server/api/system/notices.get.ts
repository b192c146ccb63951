import { listNotices } from '#contract/system'
import { route } from '#server/http/route'

export default route(listNotices, ({ app }) => app.untrustedProxies.notices())
