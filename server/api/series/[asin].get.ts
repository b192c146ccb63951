import { setResponseHeader } from 'h3'
import { getSeries } from '#contract/series'
import { route } from '#server/http/route'

export default route(getSeries, async ({ app, user, params, query, event }) => {
  const region = query.region ?? (await app.account.preferredRegion(user))
  const { series, stale } = await app.series.find(user, { ...params, region })
  if (stale !== null) setResponseHeader(event, 'X-Catalogue-Stale', stale)
  return series
})
