// `npm run demo`: the built server with invented books and fakes of all external services, on loopback.
import { once } from 'node:events'
import { resolve } from 'node:path'
import type { Pace } from '#fakes/download-clients/downloads'
import { ensureBuild } from './lib/build.mjs'
import { startDemo } from './lib/demo'
import { ADMIN, PASSWORD, USERS } from './lib/demo-data'
import { readOptions } from './lib/options.mjs'

const {
  port,
  config,
  'base-url': baseUrl,
} = readOptions('npm run demo [-- --port N --config DIRECTORY --base-url PATH]', {
  port: { type: 'string', default: '8000' },
  config: { type: 'string' },
  'base-url': { type: 'string', default: '' },
})

/** Releases that fail halfway, by prefix, with the reason. */
const FAILURES: readonly [start: string, why: string][] = [
  ['Winterglass by Maren Oakhollow [Isolde Marchbank]', 'Files are missing'],
  ['Threadspace', 'The archive is password-protected'],
]

/** At this pace, a request completes within two minutes. */
const PACE: Pace = {
  seconds: 40,
  failure: (name) => FAILURES.find(([start]) => name.startsWith(start))?.[1] ?? null,
}

await ensureBuild()
const demo = await startDemo({
  port: Number(port),
  baseUrl,
  pace: PACE,
  ...(config === undefined ? {} : { configDir: resolve(config) }),
})
console.log(`
Earmark          ${demo.url.replace('127.0.0.1', 'localhost')}
  administrator  ${ADMIN}, password ${PASSWORD}
  also           ${USERS.map(({ username }) => username).join(', ')}, with the same password
Webhook sink     ${demo.sink.url}
Prowlarr (fake)  ${demo.prowlarr.url}, API key ${demo.prowlarr.apiKey}
qBittorrent (fake)  ${demo.qbittorrent.baseUrl}, user ${demo.qbittorrent.username}, password ${demo.qbittorrent.password}
SABnzbd (fake)   ${demo.sabnzbd.baseUrl}, API key ${demo.sabnzbd.apiKey}
Audiobookshelf (fake) ${demo.library.url}, API key ${demo.library.apiKey}
MyAnonamouse (fake) ${demo.mam.url}, session ${demo.mam.session}
Catalogue (fake) ${demo.catalogue.url}

Search for: lantern, meridian, mystery, Oakhollow. Requests by the administrator and maya are searched for and
grabbed at once; each book downloads within a minute and then appears in the library. Requests by jonas and ruth wait
for approval. The first release of Winterglass fails halfway, and the next one is grabbed. The webhook sink gets a
message about every new request and every arrival. Ctrl+C stops everything.`)

const stopped = await Promise.race([
  demo.ended.then(() => false),
  once(process, 'SIGINT').then(() => true),
  once(process, 'SIGTERM').then(() => true),
])
await demo.stop()
if (!stopped) {
  console.error(`The server stopped unexpectedly:\n${demo.output()}`)
  process.exitCode = 1
}
