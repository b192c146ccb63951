import { getRequestHeader } from 'h3'
import { playSample } from '#contract/samples'
import { route } from '#server/http/route'
import { sampleResponse } from '#server/http/sample-response'

export default route(playSample, async ({ app, user, params: { asin }, query, event }) => {
  const region = query.region ?? (await app.account.preferredRegion(user))
  return sampleResponse(await app.catalogue.samples.play({ asin, region }), getRequestHeader(event, 'range'))
})
