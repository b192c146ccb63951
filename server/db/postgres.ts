import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import type { MaybeRow, RowList, Sql } from 'postgres'
import { StartError } from '../start-error'
import { isConflict } from './failures'
import { within } from './time-limit'
import type { Database, Reader, Transaction } from './database'
import { postgresKit } from './kit'
import { pendingMigrations } from './migrations'
import { connect, withSettledMode, type PostgresAddress } from './postgres-connection'
import { createPostgresSignals } from './postgres-signals'
import { defineTables } from './tables'

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
  limitQueries(sql, patience)
  const signals = await createPostgresSignals({
    sql,
    connect: () => connect(address, 1),
    checkEvery,
    onError,
  })
  // Both dialects build queries with the same calls; tables.ts and this cast are all that ties them together.
  const db = drizzle(sql, { casing: 'snake_case' }) as unknown as AsSqlite

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
    read: db,
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

/** Makes each query outside of a transaction fail as unavailable when it is not answered in time. */
function limitQueries(sql: Sql, patience: number): void {
  const ask = sql.unsafe
  sql.unsafe = <T extends MaybeRow[]>(...input: Parameters<Sql['unsafe']>) => {
    const query = ask<T>(...input)
    const wait = query.then
    // A query is sent when it is waited for; until then its form can be chosen, as `values()` does.
    query.then = (done, failed) => {
      const answer = new Promise<RowList<T>>((resolve, reject) => void wait.call(query, resolve, reject))
      return within(patience, answer).then(done, failed)
    }
    return query
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
