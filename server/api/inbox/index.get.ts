import { listInbox } from '#contract/inbox'
import { route } from '#server/http/route'

export default route(listInbox, ({ app, user, query }) => app.inbox.list(user, query))
