import { unfollow } from '#contract/follows'
import { route } from '#server/http/route'

export default route(unfollow, ({ app, user, params }) => app.follows.unfollow(user, params.id))
