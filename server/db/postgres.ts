import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres, { type Options, type Sql } from 'postgres'
import type { SslMode } from '../config'
import { StartError } from '../start-error'
import type { Database, Reader, Signals, Transaction } from './database'
import { postgresKit } from './kit'
import { pendingMigrations } from './migrations'
import { createLocalSignals } from './signals'
import { defineTables } from './tables'

export interface PostgresAddress {
  host: string
  port: number
  database: string
  user: string
  password: string
  sslMode: SslMode
}

/** One number for every instance of this product, so that only one of them migrates at a time. */
const MIGRATION_LOCK = 0x6561726d
const CHANNEL = 'earmark'

/**
 * Connects to PostgreSQL and brings its schema up to date; instances that start together migrate once.
 * @param options.migrations folder that holds `postgres/`.
 * @throws StartError when it cannot be reached or is newer than this build.
 */
export async function openPostgres(options: {
  address: PostgresAddress
  migrations: string
  onError: (error: unknown) => void
}): Promise<Database> {
  const { address } = options
  await migrateDatabase(address, join(options.migrations, 'postgres'))
  const sql = connect(address, 10)
  const signals = await createPostgresSignals(sql, options.onError)
  // Both dialects build queries with the same calls; tables.ts and this cast are all that ties them together.
  const db = drizzle(sql, { casing: 'snake_case' }) as unknown as AsSqlite

  return {
    dialect: 'postgres',
    tables: defineTables(postgresKit),
    read: db,
    write: (work) => db.transaction(work),
    signals,
    async ping() {
      await sql`select 1`
    },
    async close() {
      await sql.end({ timeout: 3 })
    },
  }
}

type AsSqlite = Reader & {
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>
}

function connect(address: PostgresAddress, connections: number): Sql {
  return postgres({
    host: address.host,
    port: address.port,
    database: address.database,
    username: address.user,
    password: address.password,
    ssl: sslOptions(address.sslMode),
    max: connections,
    connect_timeout: 10,
    // Quick tries after a loss, so that the server is back soon after its database is.
    backoff: (tries: number) => Math.min(0.25 * 2 ** tries, 5),
    onnotice: () => undefined,
  })
}

/** Names and meaning of libpq; https://www.postgresql.org/docs/current/libpq-ssl.html#LIBPQ-SSL-PROTECTION */
function sslOptions(mode: SslMode): NonNullable<Options<Record<string, never>>['ssl']> {
  switch (mode) {
    case 'disable':
      return false
    case 'verify-ca':
      return { rejectUnauthorized: true, checkServerIdentity: () => undefined }
    case 'allow':
    case 'prefer':
    case 'require':
    case 'verify-full':
      return mode
  }
}

async function migrateDatabase(address: PostgresAddress, folder: string): Promise<void> {
  // One connection, so that the lock and the migration share it; both end with it.
  const sql = connect(address, 1)
  try {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`
    const pending = pendingMigrations(folder, await newestApplied(sql))
    if (pending.length > 0) await migrate(drizzle(sql), { migrationsFolder: folder })
    await sql`select pg_advisory_unlock(${MIGRATION_LOCK})`
  } catch (cause) {
    if (cause instanceof StartError) throw cause
    const reason = cause instanceof Error ? cause.message || cause.name : String(cause)
    throw new StartError(
      `PostgreSQL at ${address.host}:${address.port} cannot be used as ${address.user} on ${address.database}: ${reason}. Check the SVC_DB__POSTGRES_ variables.`,
      { cause },
    )
  } finally {
    await sql.end({ timeout: 3 })
  }
}

async function newestApplied(sql: Sql): Promise<number | undefined> {
  const [table] = await sql<{ name: string | null }[]>`
    select to_regclass('drizzle.__drizzle_migrations')::text as name`
  if (!table?.name) return undefined
  const [row] = await sql<{ newest: string | null }[]>`
    select max(created_at)::text as newest from drizzle.__drizzle_migrations`
  return row?.newest ? Number(row.newest) : undefined
}

/** LISTEN and NOTIFY carry signals to every instance, this one included. */
async function createPostgresSignals(sql: Sql, onError: (error: unknown) => void): Promise<Signals> {
  const local = createLocalSignals()
  await sql.listen(CHANNEL, (payload) => {
    const end = payload.indexOf(' ')
    local.publish(payload.slice(0, end), payload.slice(end + 1))
  })
  return {
    publish: (topic, message) => void sql.notify(CHANNEL, `${topic} ${message}`).catch(onError),
    subscribe: (topic, listener) => local.subscribe(topic, listener),
  }
}
