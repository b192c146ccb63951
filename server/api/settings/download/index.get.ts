import { getDownloadSettings } from '#contract/download-settings'
import { route } from '#server/http/route'

export default route(getDownloadSettings, ({ app }) => app.fulfilment.settings.read())
