import { checkOidc } from '#contract/oidc'
import { route } from '#server/http/route'

export default route(checkOidc, ({ app, event }) => app.oidc.check(event.context.origin))
