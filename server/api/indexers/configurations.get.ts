import { listIndexerConfigurations } from '#contract/indexers'
import { route } from '#server/http/route'

export default route(listIndexerConfigurations, ({ app }) => app.integrations.configurations())
