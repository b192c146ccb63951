import { getStorage } from '#contract/storage'
import { route } from '#server/http/route'

export default route(getStorage, ({ app }) => app.retention.read())
