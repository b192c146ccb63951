import { join } from 'node:path'
import { openPostgres } from '#server/db/postgres'
import type { PostgresAddress } from '#server/db/postgres-connection'
import { askPostgres } from '#tests/support/postgres-query'
import { startEmbeddedPostgres } from '#tests/support/postgres-server'
import { fillEncrypted, kept } from './large-kept'
import { ROOT } from './root.mjs'

const SOURCES = ['scripts/lib/large-postgres.ts', 'migrations/postgres/meta/_journal.json']
const NAME = 'large'
/** Milliseconds per statement: indexing the words of thousands of books takes seconds. */
const STATEMENT_TIMEOUT = 300_000
/** The settings of an installation that survives a power failure. */
const DURABLE = ['fsync=on', 'synchronous_commit=on', 'full_page_writes=on']

/**
 * Starts a PostgreSQL on a copy of the large data, cached until the tables or the rows change.
 * @throws if the tests' PostgreSQL does not run on this machine: it is only for Linux on x64.
 */
export async function startLargePostgres() {
  const data = await kept('large-postgres', SOURCES, makeCluster)
  const { url, stop } = await startEmbeddedPostgres({ kept: data, settings: DURABLE })
  return { ...placeOf(url), stop }
}

/** Whether {@link startLargePostgres} works on this machine. */
export const hasBundledPostgres = (): boolean => process.platform === 'linux' && process.arch === 'x64'

async function makeCluster(path: string): Promise<void> {
  // Includes the write-ahead log.
  const postgres = await startEmbeddedPostgres({ settings: ['max_wal_size=96MB'] })
  await askPostgres(postgres.url, `create database ${NAME}`)
  const { url, address } = placeOf(postgres.url)
  const database = await openPostgres({
    address,
    migrations: join(ROOT, 'migrations'),
    timeout: STATEMENT_TIMEOUT,
    // Signals, which nothing waits for: on a slow machine, no connection for them comes about while rows are inserted.
    onError: () => undefined,
  })
  await fillEncrypted(database)
  await database.close()
  // The state after five years: in time, PostgreSQL does this automatically.
  await askPostgres(url, 'vacuum (analyze)')
  await postgres.keep(path)
}

/**
 * @param server address of the server's first database.
 * @returns the address of the large database, in every form required.
 */
function placeOf(server: string) {
  const url = new URL(server)
  url.pathname = `/${NAME}`
  const { hostname: host, port, username: user, password } = url
  const address: PostgresAddress = {
    ...{ host, user, password },
    port: Number(port),
    database: NAME,
    sslMode: 'disable',
  }
  return {
    url: url.href,
    address,
    env: {
      SVC_DB__USE_POSTGRES: 'true',
      SVC_DB__POSTGRES_HOST: host,
      SVC_DB__POSTGRES_PORT: port,
      SVC_DB__POSTGRES_DB: NAME,
      SVC_DB__POSTGRES_USER: user,
      SVC_DB__POSTGRES_PASSWORD: password,
      SVC_DB__POSTGRES_SSL_MODE: 'disable',
    },
  }
}
