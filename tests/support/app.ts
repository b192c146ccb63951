import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toNodeListener } from 'h3'
import { getLogger } from '@logtape/logtape'
import { createApp, type App } from '#server/app'
import { parseConfig } from '#server/platform/config'
import type { Database } from '#server/db/database'
import type { PasswordHasher } from '#server/domain/auth/auth.types'
import { createNodeDrivers } from '#server/platform/node'
import { cheapHasher } from './accounts'
import { openMigratedSqlite } from './databases'
import { mountRoutes } from './routes'

export interface TestAppOptions {
  /** Environment variables in addition to the config directory. */
  environment?: Record<string, string>
  /** Replaces the fresh database file. */
  database?: Database
  clock?: () => Date
  fetch?: typeof globalThis.fetch
  /** Replaces the hasher, which by default makes real hashes at the lowest possible cost. */
  hasher?: PasswordHasher
  /** Address that every request comes from, instead of the real one on loopback. */
  peer?: string
}

export interface TestApp {
  app: App
  /** URL of the server with the base path, without a trailing slash. */
  url: string
  configDir: string
  /** Calls a path below the base, such as `/api/health`; redirects are not followed. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  close(): Promise<void>
}

/** The whole application with its real routes on a loopback port, over a fresh database. Jobs do not run. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const configDir = await mkdtemp(join(tmpdir(), 'earmark-test-'))
  const config = parseConfig({ SVC_APP__CONFIG_DIR: configDir, ...options.environment })
  const database = options.database ?? (await openMigratedSqlite(join(configDir, 'db.sqlite')))
  const clock = options.clock ?? (() => new Date())
  const log = getLogger('test')
  const app = createApp({
    ...createNodeDrivers({ config, entry: null, clock, log }),
    config,
    database,
    log,
    clock,
    fetch: options.fetch ?? globalThis.fetch,
    hasher: options.hasher ?? cheapHasher,
    secretKey: 'a secret key for tests only',
    secretKeySource: 'the tests',
    version: '0.0.0-test',
  })
  await app.settings.verifySecretKey()
  await app.installation.id()
  await app.setup.initialiseFromEnvironment()
  await app.forcedLoginType.settle()

  const answer = toNodeListener(mountRoutes(app))
  const server = createServer((request, response) => {
    const { peer } = options
    if (peer !== undefined)
      Object.defineProperty(request.socket, 'remoteAddress', { value: peer, configurable: true })
    return answer(request, response)
  })
  await new Promise<void>((started) => server.listen(0, '127.0.0.1', started))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  const url = `http://127.0.0.1:${address.port}${config.baseUrl.slice(0, -1)}`

  return {
    app,
    url,
    configDir,
    fetch: (path, init) => fetch(url + path, { redirect: 'manual', ...init }),
    async close() {
      app.live.closeAll()
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
      await app.close()
      await rm(configDir, { recursive: true, force: true })
    },
  }
}
