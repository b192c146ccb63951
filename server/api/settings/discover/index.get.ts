import { getDiscoverSettings } from '#contract/discover-settings'
import { route } from '#server/http/route'

export default route(getDiscoverSettings, ({ app }) => app.discoverSettings.read())
