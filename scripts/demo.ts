// `npm run demo`: the built server with invented books and fakes of every outside service, on loopback.
import { once } from 'node:events'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuild } from './lib/build.mjs'
import { startDemo } from './lib/demo'
import { ADMIN, PASSWORD, USERS } from './lib/demo-data'

const {
  port,
  config,
  'base-url': baseUrl,
} = parseArgs({
  options: {
    port: { type: 'string', default: '8000' },
    config: { type: 'string' },
    'base-url': { type: 'string', default: '' },
  },
}).values

await ensureBuild()
const demo = await startDemo({
  port: Number(port),
  baseUrl,
  ...(config === undefined ? {} : { configDir: resolve(config) }),
})
console.log(`
Earmark          ${demo.url.replace('127.0.0.1', 'localhost')}
  administrator  ${ADMIN}, password ${PASSWORD}
  also           ${USERS.map(({ username }) => username).join(', ')}, with the same password
Webhook sink     ${demo.sink.url}
Prowlarr (fake)  ${demo.prowlarr.url}, API key ${demo.prowlarr.apiKey}
MyAnonamouse (fake) ${demo.mam.url}, session ${demo.mam.session}
Catalogue (fake) ${demo.catalogue.url}

Search for: lantern, meridian, mystery, Oakhollow. What the administrator and maya ask for is looked for and
grabbed at once; jonas and ruth wait for approval. Ctrl+C stops everything.`)

const stopped = await Promise.race([
  demo.ended.then(() => false),
  once(process, 'SIGINT').then(() => true),
  once(process, 'SIGTERM').then(() => true),
])
await demo.stop()
if (!stopped) {
  console.error(`The server ended by itself:\n${demo.output()}`)
  process.exitCode = 1
}
