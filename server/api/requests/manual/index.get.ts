import { listHandMade } from '#contract/hand-made'
import { route } from '#server/http/route'

export default route(listHandMade, ({ app, user }) => app.handMade.list(user))
