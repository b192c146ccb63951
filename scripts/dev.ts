// `npm run dev`: server and page with hot reload, and fakes of all external services, on loopback.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer } from 'vite'
import type { Plugin } from 'vite'
import { freePort } from '#tests/support/free-port'
import { ADMIN, fillWithDemoData, PASSWORD } from './lib/demo-data'
import { startFakes } from './lib/fakes'
import { readOptions } from './lib/options.mjs'
import { ROOT } from './lib/root.mjs'

/** Paths that the server handles; Vite handles the others. */
const SERVED = ['/api', '/auth', '/docs', '/openapi.json']

const { port } = readOptions('npm run dev [-- --port N]', { port: { type: 'string', default: '8000' } })

/** The built page gets its base from the server; in development, it is always the root. */
const base: Plugin = {
  name: 'base',
  transformIndexHtml: () => [{ tag: 'base', attrs: { href: '/' }, injectTo: 'head-prepend' }],
}

/** Waits until the server responds; the first build takes some seconds. */
async function untilHealthy(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/api/health`).catch((error: unknown) => {
      // Nothing is listening yet.
      if (error instanceof TypeError) return undefined
      throw error
    })
    await answer?.body?.cancel()
    if (answer?.status === 200) return
    await sleep(200)
  }
}

const configDir = await mkdtemp(join(tmpdir(), 'earmark-dev-'))
const fakes = await startFakes()
const serverPort = await freePort()
const nitro = spawn(
  process.execPath,
  [
    join(ROOT, 'node_modules', 'nitropack', 'dist', 'cli', 'index.mjs'),
    'dev',
    '--port',
    String(serverPort),
    '--host',
    '127.0.0.1',
  ],
  {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      SVC_APP__CONFIG_DIR: configDir,
      SVC_APP__OPENAPI_ENABLED: 'true',
      SVC_APP__DEBUG: 'true',
      ...process.env,
      ...fakes.env,
    },
  },
)
const target = `http://127.0.0.1:${serverPort}`
const vite = await createServer({
  configFile: join(ROOT, 'vite.config.ts'),
  plugins: [base],
  server: {
    port: Number(port),
    strictPort: true,
    proxy: Object.fromEntries(SERVED.map((path) => [path, { target }])),
  },
})
await vite.listen()
vite.printUrls()
console.log(`Webhook sink ${fakes.sink.url}, Prowlarr ${fakes.prowlarr.url} (key ${fakes.prowlarr.apiKey})`)

const ended = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM'), once(nitro, 'exit')])
const filled = untilHealthy(target).then(() =>
  fillWithDemoData(`${target}/`, fakes.sink.url, { ...fakes, connected: false }),
)
await Promise.race([ended, filled])
console.log(`Sign in as ${ADMIN} with ${PASSWORD}.`)
await ended
nitro.kill('SIGTERM')
await Promise.all([vite.close(), fakes.close()])
await rm(configDir, { recursive: true, force: true })
// Nitro's workers may outlive the signal; they have no state worth keeping.
process.exit(0)
