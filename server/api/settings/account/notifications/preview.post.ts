import { previewOwnNotification } from '#contract/notification-operations'
import { route } from '../../../../http/route'

export default route(previewOwnNotification, ({ app, body }) => app.notificationTrials.preview(body))
