import { dismissGettingStarted } from '#contract/auth'
import { route } from '#server/http/route'

export default route(dismissGettingStarted, ({ app }) => app.setup.dismissGettingStarted())
