import { getDownloadSettings } from '#contract/download-settings'
import { route } from '../../../http/route'

export default route(getDownloadSettings, ({ app }) => app.downloads.settings.read())
