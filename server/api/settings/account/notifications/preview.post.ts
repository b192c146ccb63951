import { previewOwnNotification } from '#contract/notification-operations'
import { route } from '#server/http/route'

export default route(previewOwnNotification, ({ app, user, body }) =>
  app.notificationTests.preview(user.id, body),
)
