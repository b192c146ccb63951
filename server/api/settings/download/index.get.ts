import { getDownloadSettings } from '#contract/download-settings'
import { route } from '#server/http/route'

export default route(getDownloadSettings, ({ app }) => app.downloads.settings.read())
