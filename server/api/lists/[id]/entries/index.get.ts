import { setResponseHeader } from 'h3'
import { listEntries } from '#contract/lists'
import { route } from '#server/http/route'

export default route(listEntries, async ({ app, event, user, params, query }) => {
  const { entries, total } = await app.lists.entries(user, params.id, query)
  setResponseHeader(event, 'x-total-count', String(total))
  return entries
})
