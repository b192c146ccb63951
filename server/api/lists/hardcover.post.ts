import { createHardcoverList } from '#contract/lists'
import { route } from '#server/http/route'

export default route(createHardcoverList, async ({ app, user, body }) => {
  const region = body.region ?? (await app.account.preferredRegion(user))
  return app.lists.createFromHardcover(user, { ...body, region })
})
