import { getIndexerFile } from '#contract/configuration-file'
import { route } from '#server/http/route'

export default route(getIndexerFile, ({ app }) => app.integrations.file.state())
