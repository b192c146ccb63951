import { readRssFeed } from '#contract/feeds'
import { feedBody } from '#server/http/feed-body'
import { route } from '#server/http/route'
import { sourceOf } from '#server/security/actor'
import { siteAddressOf } from '#server/security/site'

export default route(readRssFeed, async ({ app, event, params }) => {
  const owner = await app.feedAddresses.open(params.token, sourceOf(event))
  return feedBody(event, await app.calendar.rss(owner, siteAddressOf(event)), 'application/rss+xml')
})
