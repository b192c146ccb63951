import { listConnections } from '#contract/connections'
import { route } from '#server/http/route'

export default route(listConnections, ({ app }) => app.integrations.connections.list())
