import { dashboardRequests } from '#contract/dashboards'
import { route } from '#server/http/route'

export default route(dashboardRequests, ({ app, query }) => app.dashboards.requests(query))
