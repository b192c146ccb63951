import { createFeed } from '#contract/feeds'
import { route } from '#server/http/route'
import { actorOf } from '#server/security/guards'
import { siteAddressOf } from '#server/security/site'

export default route(createFeed, async ({ app, event, user }) => {
  const { token, createdAt } = await app.feedAddresses.create(await actorOf(event, user))
  const address = `${siteAddressOf(event)}api/feeds/${token}/calendar`
  return { created_at: createdAt.toISOString(), calendar_url: `${address}.ics`, rss_url: `${address}.rss` }
})
