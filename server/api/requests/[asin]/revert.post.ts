import { revertRequest } from '#contract/fulfilment'
import { route } from '#server/http/route'

export default route(revertRequest, ({ app, user, params }) => app.downloads.byHand.revert(user, params.asin))
