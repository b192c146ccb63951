import { createList } from '#contract/lists'
import { route } from '#server/http/route'

export default route(createList, async ({ app, user, body }) => {
  const region = body.region ?? (await app.account.preferredRegion(user))
  return app.lists.create(user, { ...body, region })
})
