import { previewDownloadSettings } from '#contract/download-settings'
import { route } from '#server/http/route'

export default route(previewDownloadSettings, ({ app, body }) => app.downloads.settings.preview(body))
