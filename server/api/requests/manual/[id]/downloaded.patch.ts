import { markHandMadeDownloaded } from '#contract/hand-made'
import { route } from '#server/http/route'

export default route(markHandMadeDownloaded, ({ app, user, params }) =>
  app.handMade.markDownloaded(user, params.id),
)
