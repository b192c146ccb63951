import { patchDownloadSettings } from '#contract/download-settings'
import { route } from '../../../http/route'

export default route(patchDownloadSettings, ({ app, body }) => app.downloads.settings.patch(body))
