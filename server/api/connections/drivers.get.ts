import { listConnectionDrivers } from '#contract/connections'
import { route } from '#server/http/route'

export default route(listConnectionDrivers, ({ app }) => app.integrations.connections.drivers())
