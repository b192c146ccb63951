import { listSources } from '#contract/fulfilment'
import { requireIdentity } from '#server/security/guards'
import { route } from '#server/http/route'
import { isFromOtherSite } from '#server/security/same-origin'

/**
 * Older programs start a search with a GET request. Nothing else does, because a link or an image is enough
 * to trigger one.
 */
export default route(listSources, async ({ app, event, user, params, query }) => {
  const { key } = await requireIdentity(event)
  const mayStart = key !== undefined && !key.readOnly && !isFromOtherSite(event)
  return app.fulfilment.releaseList.list(user, params.asin, {
    onlyCached: query.only_cached || !mayStart,
    searchId: query.search_id,
    // Only a call that starts a search counts: most calls only read and cost nothing.
    admit: () => app.fairLimits.admit(user.id, 'release_search'),
  })
})
