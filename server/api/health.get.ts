import { getHealth } from '#contract/system'
import { route } from '#server/http/route'

export default route(getHealth, async ({ app }) => {
  await app.database.ping()
  return { status: 'ok', version: app.version }
})
