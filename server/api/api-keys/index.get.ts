import { listUserApiKeys } from '#contract/api-keys'
import { route } from '#server/http/route'

export default route(listUserApiKeys, ({ app, query }) => app.apiKeys.listAll(query))
