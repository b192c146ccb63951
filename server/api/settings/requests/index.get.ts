import { getRequestSettings } from '#contract/request-settings'
import { route } from '#server/http/route'

export default route(getRequestSettings, ({ app }) => app.requestSettings.read())
