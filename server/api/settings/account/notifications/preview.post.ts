import { previewOwnNotification } from '#contract/notification-operations'
import { route } from '#server/http/route'

export default route(previewOwnNotification, ({ app, body }) => app.notificationTests.preview(body))
