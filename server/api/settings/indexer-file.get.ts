import { getIndexerFile } from '#contract/indexers'
import { route } from '#server/http/route'

export default route(getIndexerFile, ({ app }) => app.integrations.file.state())
