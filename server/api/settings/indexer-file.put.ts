import { putIndexerFile } from '#contract/indexers'
import { route } from '#server/http/route'

export default route(putIndexerFile, ({ app, body }) => app.indexers.file.watchPath(body.path))
