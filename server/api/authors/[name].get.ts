import { setResponseHeader } from 'h3'
import { listAuthorBooks } from '#contract/people'
import { route } from '#server/http/route'

export default route(listAuthorBooks, async ({ app, user, params, query, event }) => {
  const region = query.region ?? (await app.account.preferredRegion(user))
  const person = { ...params, role: 'author' } as const
  const { books, more, stale } = await app.people.list(user, person, { ...query, region })
  if (more) setResponseHeader(event, 'X-Catalogue-More', 'true')
  if (stale !== null) setResponseHeader(event, 'X-Catalogue-Stale', stale)
  return books
})
