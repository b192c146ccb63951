import { exportRequests } from '#contract/requests'
import { downloadBody } from '#server/http/download-body'
import { route } from '#server/http/route'

export default route(exportRequests, ({ app, event, user, query }) =>
  downloadBody(event, app.requests.exportLines(user, query), {
    mediaType: 'text/csv',
    name: 'earmark-requests.csv',
  }),
)
