import { listIndexers } from '#contract/indexers'
import { route } from '#server/http/route'

export default route(listIndexers, ({ app }) => app.integrations.list())
