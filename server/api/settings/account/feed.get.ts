import { getFeed } from '#contract/feeds'
import { route } from '#server/http/route'

export default route(getFeed, ({ app, user }) => app.feedAddresses.describe(user))
