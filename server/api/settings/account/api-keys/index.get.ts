import { listApiKeys } from '#contract/api-keys'
import { route } from '#server/http/route'

export default route(listApiKeys, ({ app, user }) => app.apiKeys.list(user))
