import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres, { type Options, type Sql } from 'postgres'
import type { SslMode } from '../config'
import { StartError } from '../start-error'
import { codesOf, isConflict } from './failures'
import { within } from './time-limit'
import type { Database, Reader, Transaction } from './database'
import { postgresKit } from './kit'
import { pendingMigrations } from './migrations'
import { createPostgresSignals } from './postgres-signals'
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
/** How long reads and transactions may take, in milliseconds: a frozen server keeps its connections open. */
const PATIENCE = 15_000
const PING_PATIENCE = 3000
/** How often it is made sure that signals arrive, in milliseconds. */
const CHECK_EVERY = 5000

/**
 * Connects to PostgreSQL and brings its schema up to date; instances that start together migrate once.
 * @param options.migrations folder that holds `postgres/`.
 * @throws StartError when it cannot be reached or is newer than this build.
 */
export async function openPostgres(options: {
  address: PostgresAddress
  migrations: string
  onError: (error: unknown) => void
  /** How long a read or a transaction may take, in milliseconds. */
  patience?: number
  /** How often to make sure that signals arrive, in milliseconds. */
  checkEvery?: number
}): Promise<Database> {
  const { patience = PATIENCE, checkEvery = CHECK_EVERY, onError } = options
  const address = await withSettledMode(options.address)
  await migrateDatabase(address, join(options.migrations, 'postgres'))
  const sql = connect(address, 10)
  const signals = await createPostgresSignals({
    sql,
    connect: () => connect(address, 1),
    checkEvery,
    onError,
  })
  // Both dialects build queries with the same calls; tables.ts and this cast are all that ties them together.
  const db = drizzle(sql, { casing: 'snake_case' }) as unknown as AsSqlite
  const reader = drizzle(impatient(sql, patience), { casing: 'snake_case' }) as unknown as AsSqlite

  async function transact<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    let late = false
    const done = db.transaction(async (transaction) => {
      const result = await work(transaction)
      // Whoever asked has been told that it failed.
      if (late) throw new Error('The transaction took too long and is rolled back')
      return result
    })
    try {
      return await within(patience, done)
    } finally {
      late = true
    }
  }

  return {
    dialect: 'postgres',
    tables: defineTables(postgresKit),
    read: reader,
    async write(work) {
      try {
        return await transact(work)
      } catch (error) {
        if (!isConflict(error)) throw error
        return transact(work)
      }
    },
    signals,
    async ping() {
      await within(Math.min(PING_PATIENCE, patience), sql`select 1`)
    },
    async close() {
      await signals.close()
      await sql.end({ timeout: 1 })
    },
  }
}

type AsSqlite = Reader & {
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>
}

/** The client as Drizzle reads with it: each query fails as unavailable when it is not answered in time. */
function impatient(sql: Sql, patience: number): Sql {
  const unsafe = new Proxy(sql.unsafe, {
    apply(ask, _self, query: Parameters<Sql['unsafe']>): unknown {
      return new Proxy(ask(...query), {
        get(pending, name): unknown {
          if (name === 'values') return () => within(patience, pending.values())
          const value: unknown = Reflect.get(pending, name)
          return typeof value === 'function' ? value.bind(pending) : value
        },
      })
    },
  })
  return new Proxy(sql, {
    get: (target, name): unknown => (name === 'unsafe' ? unsafe : Reflect.get(target, name)),
  })
}

/** With `allow`, the server decides: plain where it takes that, otherwise encrypted. */
async function withSettledMode(address: PostgresAddress): Promise<PostgresAddress> {
  if (address.sslMode !== 'allow') return address
  const plain: PostgresAddress = { ...address, sslMode: 'disable' }
  const sql = connect(plain, 1)
  try {
    await sql`select 1`
    return plain
  } catch (error) {
    // 28000: pg_hba.conf takes no plain connection. Anything else is told by the migration.
    return codesOf(error).includes('28000') ? { ...address, sslMode: 'require' } : plain
  } finally {
    await sql.end({ timeout: 3 })
  }
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
