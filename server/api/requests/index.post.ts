import { requestMany } from '#contract/bulk'
import { route } from '#server/http/route'

export default route(requestMany, async ({ app, user, body }) => {
  const region = body.region ?? (await app.account.preferredRegion(user))
  const asins = [...new Set(body.asins)]
  const admit = (books: number) => app.fairLimits.admitMany(user.id, 'request', books)
  return app.bulk.request(user, asins, { region, admit })
})
