import { deleteHandMade } from '#contract/hand-made'
import { route } from '#server/http/route'

export default route(deleteHandMade, ({ app, user, params }) => app.handMade.remove(user, params.id))
