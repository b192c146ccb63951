import { getSuggestions } from '#contract/catalogue'
import { route } from '#server/http/route'

export default route(getSuggestions, async ({ app, user, query }) =>
  app.catalogue.suggestedWords(query.q, query.region ?? (await app.account.preferredRegion(user))),
)
