import { join } from 'node:path'
import { openPostgres } from '#server/db/postgres'
import type { PostgresAddress } from '#server/db/postgres-connection'
import { askPostgres } from '#tests/support/postgres-query'
import { startEmbeddedPostgres } from '#tests/support/postgres-server'
import { fillSealed, kept } from './large-kept'
import { ROOT } from './root.mjs'

const SOURCES = ['scripts/lib/large-postgres.ts', 'migrations/postgres/meta/_journal.json']
const NAME = 'large'
/** Milliseconds: thousands of books with the index of their words take seconds. */
const STATEMENT_TIMEOUT = 300_000
/** What an installation has that does not lose its data with the power. */
const DURABLE = ['fsync=on', 'synchronous_commit=on', 'full_page_writes=on']

/**
 * Starts a PostgreSQL over a copy of the large data, which are kept until the tables or the rows change.
 * @throws where the PostgreSQL that the tests bring does not run: it is made for Linux on x64 alone.
 */
export async function startLargePostgres() {
  const data = await kept('large-postgres', SOURCES, makeCluster)
  const { url, stop } = await startEmbeddedPostgres({ kept: data, settings: DURABLE })
  return { ...placeOf(url), stop }
}

/** Whether {@link startLargePostgres} can be called on this machine. */
export const bringsPostgres = (): boolean => process.platform === 'linux' && process.arch === 'x64'

async function makeCluster(path: string): Promise<void> {
  // What was written ahead is kept as well.
  const postgres = await startEmbeddedPostgres({ settings: ['max_wal_size=96MB'] })
  await askPostgres(postgres.url, `create database ${NAME}`)
  const { url, address } = placeOf(postgres.url)
  const database = await openPostgres({
    address,
    migrations: join(ROOT, 'migrations'),
    timeout: STATEMENT_TIMEOUT,
    onError: (error) => {
      throw error
    },
  })
  await fillSealed(database)
  await database.close()
  // As it would be after five years; PostgreSQL does this by itself when it has time.
  await askPostgres(url, 'vacuum (analyze)')
  await postgres.keep(path)
}

/** @param server address of its first database. @returns where the large one is, in every form that is wanted. */
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
