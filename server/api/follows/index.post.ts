import { follow } from '#contract/follows'
import { route } from '#server/http/route'

export default route(follow, async ({ app, user, body }) => {
  const region = body.region ?? (await app.account.preferredRegion(user))
  return app.follows.follow(user, body, region)
})
