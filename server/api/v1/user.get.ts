import { dashboardUsers } from '#contract/dashboards'
import { route } from '#server/http/route'

export default route(dashboardUsers, ({ app, query }) => app.dashboards.users(query))
