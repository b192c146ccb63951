import { listNotices } from '#contract/system'
import { route } from '#server/http/route'
import { systemNotices } from '#server/http/system-notices'

export default route(listNotices, ({ app }) => systemNotices(app))
