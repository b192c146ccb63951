import { patchDownloadSettings } from '#contract/download-settings'
import { route } from '#server/http/route'

export default route(patchDownloadSettings, ({ app, body }) => app.fulfilment.settings.patch(body))
