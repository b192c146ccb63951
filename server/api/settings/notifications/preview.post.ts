import { previewNotification } from '#contract/notification-operations'
import { route } from '#server/http/route'

export default route(previewNotification, ({ app, body }) => app.notificationTests.preview(null, body))
