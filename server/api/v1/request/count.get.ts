import { dashboardCount } from '#contract/dashboards'
import { route } from '#server/http/route'

export default route(dashboardCount, ({ app, user }) => app.dashboards.counts(user))
