import { previewDownloadSettings } from '#contract/download-settings'
import { route } from '#server/http/route'

export default route(previewDownloadSettings, ({ app, body }) => app.fulfilment.settings.preview(body))
