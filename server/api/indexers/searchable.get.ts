import { listSearchableIndexers } from '#contract/indexers'
import { route } from '#server/http/route'

export default route(listSearchableIndexers, ({ app }) => app.integrations.searchable())
