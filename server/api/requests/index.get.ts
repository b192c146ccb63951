import { setResponseHeader } from 'h3'
import { listRequests } from '#contract/requests'
import { route } from '#server/http/route'

export default route(listRequests, async ({ app, event, user, query }) => {
  const { books, total } = await app.requests.list(user, query)
  setResponseHeader(event, 'x-total-count', String(total))
  return books
})
