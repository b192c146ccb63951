import { getOwnQuota } from '#contract/quotas'
import { route } from '#server/http/route'

export default route(getOwnQuota, ({ app, user }) => app.quotas.read(user))
