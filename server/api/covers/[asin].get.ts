import { getCover } from '#contract/catalogue'
import { coverResponse } from '#server/http/cover-response'
import { route } from '#server/http/route'
import { requestHeader } from '#server/security/request-header'

export default route(getCover, async ({ app, user, params, query, event }) => {
  const cover = await app.covers.cover(user, { ...params, ...query })
  return coverResponse(cover, requestHeader(event, 'if-none-match'))
})
