import { createHandMade } from '#contract/hand-made'
import { route } from '#server/http/route'

export default route(createHandMade, ({ app, user, body }) => app.handMade.create(user, body))
