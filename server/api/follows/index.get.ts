import { listFollows } from '#contract/follows'
import { route } from '#server/http/route'

export default route(listFollows, ({ app, user }) => app.follows.list(user))
