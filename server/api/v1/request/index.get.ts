import { dashboardRequests } from '#contract/dashboards'
import { route } from '../../../http/route'

export default route(dashboardRequests, ({ app, query }) => app.dashboards.requests(query))
