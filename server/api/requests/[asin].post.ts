import { createRequest } from '#contract/requests'
import { route } from '../../http/route'

export default route(createRequest, ({ app, event, user, params, query }) => {
  const { protocol, host } = event.context.origin
  return app.requests.create(user, params.asin, { region: query.region, origin: `${protocol}://${host}` })
})
