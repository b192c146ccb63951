import { cleanUpStorage } from '#contract/storage'
import { route } from '#server/http/route'

export default route(cleanUpStorage, ({ app }) => app.retention.cleanUpSoon())
