import { dashboardMe } from '#contract/dashboards'
import { route } from '#server/http/route'

export default route(dashboardMe, ({ app, user }) => app.dashboards.me(user))
