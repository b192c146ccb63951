import { listRowCategories } from '#contract/discover-settings'
import { route } from '#server/http/route'

export default route(listRowCategories, ({ app }) => app.discoverSettings.categories())
