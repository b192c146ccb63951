import { dashboardMe } from '#contract/dashboards'
import { route } from '../../../http/route'

export default route(dashboardMe, ({ app, user }) => app.dashboards.me(user))
