import { getDiscover } from '#contract/discover'
import { route } from '#server/http/route'

export default route(getDiscover, ({ app, user }) => app.discover.rows(user))
