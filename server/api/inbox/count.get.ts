import { countInbox } from '#contract/inbox'
import { route } from '#server/http/route'

export default route(countInbox, ({ app, user }) => app.inbox.count(user))
