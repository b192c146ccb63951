import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Client } from 'pg'
import { createListeners } from '#server/async/listeners'
import { endsBeforeTimeout, pause } from '#server/async/timeout'
import { StartError } from '#server/errors/start-error'
import type { Timed } from '#server/platform/start-steps'
import type { Database, Reader, Transaction } from './database'
import { isConflict } from './failures'
import { postgresColumnTypes } from './postgres-column-types'
import { assertFit, assertNoForeignTables } from './postgres-fitness'
import { connect, connectFirst, type Limits, type PostgresAddress } from './postgres-connection'
import type { SettledAddress } from './postgres-connection'
import { migratePostgres } from './postgres-migrate'
import { createPostgresPool, type PostgresConnection } from './postgres-pool'
import { createPostgresSignals } from './postgres-signals'
import { createPostgresSpace } from './postgres-space'
import { startFailure } from './postgres-start'
import { inTransaction } from './postgres-transaction'
import { defineTables } from './tables'

/** Milliseconds allowed for a read or a transaction: a frozen server keeps its connections open. */
const TIMEOUT = 15_000
const PING_TIMEOUT = 3000
/** Milliseconds before a transaction that PostgreSQL rolled back is retried. */
const CONFLICT_PAUSE = 50
/** Milliseconds in which the server has to answer at start. */
const START_TIMEOUT = 15_000
/** Milliseconds between checks that signals arrive. */
const CHECK_EVERY = 5000
const CONNECTIONS = 10
/** Milliseconds without an answer after which a fresh connection is asked whether the old one is dead. */
const SILENCE = 2000
/** Milliseconds for which closing waits for work in progress. */
const CLOSE_TIMEOUT = 1000

export interface PostgresOptions {
  address: PostgresAddress
  /** Folder that contains `postgres/`. */
  migrations: string
  /** How many there may be at the same time, in addition to the one that listens; 10 if omitted. */
  connections?: number
  onError: (error: unknown) => void
  /** Called if signals of other instances do not arrive. */
  onSilence?: () => void
  timed?: Timed
  /** Milliseconds allowed for a read or a transaction. */
  timeout?: number
  /** Milliseconds between checks that signals arrive. */
  checkEvery?: number
  /** Milliseconds without an answer after which a fresh connection is asked whether the old one is dead. */
  silence?: number
}

/**
 * Connects to PostgreSQL and migrates its schema; instances that start together migrate once.
 * @throws StartError if it cannot be reached or is newer than this build.
 */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const { timeout = TIMEOUT, checkEvery = CHECK_EVERY, connections = CONNECTIONS, onError } = options
  const { onSilence = () => undefined, timed = (_step, work) => work(), silence = SILENCE } = options
  const limits = limitsFor(timeout)
  const address = await prepare({ ...options, limits, timed })
  const died = createListeners()
  const pool = createPostgresPool({ address, limits, connections, silence, onDead: died.call })
  const ownLimits = address.pooled ? limits : undefined
  const listening = createPostgresSignals({
    send: (channel, payload) =>
      pool.use(timeout, ({ query }) => query('select pg_notify($1, $2)', [channel, payload])),
    connect: () => connect(address),
    checkEvery,
    onError,
    onSilence,
  })
  const signals = await listening.catch(async (cause: unknown) => {
    await pool.end()
    throw await startFailure(address, cause, undefined)
  })

  died.add(signals.renew)

  const transact = <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> =>
    pool.use(timeout, (connection) => inTransaction(connection, ownLimits, () => work(queriesOn(connection))))

  return {
    dialect: 'postgres',
    tables: defineTables(postgresColumnTypes),
    read: queriesOn({ query: (text, values) => pool.use(timeout, ({ query }) => query(text, values)) }),
    async write(work) {
      try {
        return await transact(work)
      } catch (error) {
        if (!isConflict(error)) throw error
        // An immediate retry could lock its rows again before the other transaction, which waits for them.
        await pause(CONFLICT_PAUSE)
        return transact(work)
      }
    },
    signals,
    space: createPostgresSpace((text, values) => pool.use(timeout, ({ query }) => query(text, values))),
    async ping() {
      await pool.use(Math.min(PING_TIMEOUT, timeout), ({ query }) => query('select 1'))
    },
    trouble: () => null,
    async close() {
      await signals.close()
      await endsBeforeTimeout(CLOSE_TIMEOUT, pool.end())
    },
  }
}

/** PostgreSQL cancels statements that no one waits for any more, and lock waits a little earlier. */
const limitsFor = (timeout: number): Limits => ({
  statement: timeout,
  lock: Math.ceil((timeout * 2) / 3),
  idleInTransaction: timeout,
})

/** Both dialects build queries with the same calls; only tables.ts and this cast tie them together. */
function queriesOn(client: PostgresConnection): Reader & Transaction {
  return drizzle({ client, casing: 'snake_case' } as never) as unknown as Reader & Transaction
}

/** @returns the address, with the findings about its server. */
async function prepare(options: {
  address: PostgresAddress
  migrations: string
  limits: Limits
  timed: Timed
}): Promise<SettledAddress> {
  const { address, migrations, limits, timed } = options
  let client: Client | undefined
  try {
    const first = await timed('connecting to PostgreSQL', () =>
      connectFirst(address, { limits, timeout: START_TIMEOUT }),
    )
    client = first.client
    await assertFit(client, address)
    await migratePostgres(client, join(migrations, 'postgres'), timed, (within) =>
      assertNoForeignTables(within, address),
    )
    return first.settled
  } catch (cause) {
    throw cause instanceof StartError ? cause : await startFailure(address, cause, client)
  } finally {
    await client?.end()
  }
}
