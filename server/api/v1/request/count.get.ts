import { dashboardCount } from '#contract/dashboards'
import { route } from '../../../http/route'

export default route(dashboardCount, ({ app, user }) => app.dashboards.counts(user))
