import { getSuggestions } from '#contract/catalogue'
import { route } from '#server/http/route'

export default route(getSuggestions, ({ app, query }) => app.catalogue.suggestions(query.q, query.region))
