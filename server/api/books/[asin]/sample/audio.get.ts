import { playSample } from '#contract/samples'
import { route } from '#server/http/route'
import { sendSample } from '#server/http/send-sample'

export default route(playSample, async ({ app, user, params: { asin }, query, event }) => {
  const region = query.region ?? (await app.account.preferredRegion(user))
  await sendSample(event, await app.catalogue.samples.play({ asin, region }))
})
