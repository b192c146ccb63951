import { putIndexerFile } from '#contract/configuration-file'
import { actorOf } from '#server/security/guards'
import { route } from '#server/http/route'

export default route(putIndexerFile, async ({ app, user, body, event }) =>
  app.integrations.file.watchPath(body.path, await actorOf(event, user)),
)
