import { listAudit } from '#contract/audit'
import { route } from '#server/http/route'

export default route(listAudit, ({ app, query }) => app.audit.list(query))
