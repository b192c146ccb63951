import { getUserQuota } from '#contract/quotas'
import { route } from '#server/http/route'

export default route(getUserQuota, async ({ app, params }) =>
  app.quotas.read(await app.users.find(params.username)),
)
