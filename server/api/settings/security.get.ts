import { getSecurity } from '#contract/security'
import { route } from '#server/http/route'

export default route(getSecurity, ({ app }) => app.security.get())
