import { init } from '#contract/auth'
import { route } from '#server/http/route'

export default route(init, ({ app, body }) => app.setup.initialise(body))
