import { readInbox } from '#contract/inbox'
import { route } from '#server/http/route'

export default route(readInbox, ({ app, user, body }) => app.inbox.markRead(user, body.ids))
