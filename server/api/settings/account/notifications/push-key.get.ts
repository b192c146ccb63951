import { getPushKey } from '#contract/notification-operations'
import { route } from '#server/http/route'

export default route(getPushKey, ({ app }) => app.pushKey.show())
