import { AsyncLocalStorage } from 'node:async_hooks'
import { createQueue } from '#server/async/queue'
import { raceTimeout } from '#server/async/timeout'
import type { Database, Space } from './database'
import { sqliteColumnTypes } from './column-types'
import { storableJson } from './sql-values'
import { databaseIsNewer } from './newer-database'
import { createLocalSignals } from './signals'
import { sqliteQueries } from './sqlite-queries'
import type { SqliteRows, SqliteValue } from './sqlite-thread.types'
import { defineTables } from './tables'

/** The parts of a Durable Object's storage used here. */
export interface DurableStorage {
  sql: {
    exec(sql: string, ...args: SqliteValue[]): { raw(): Iterable<SqliteValue[]> }
    readonly databaseSize: number
  }
  /** Rolls back what `sql` wrote during the work if it throws, even asynchronously. */
  transaction<T>(work: () => Promise<T>): Promise<T>
}

/** One migration: its creation time (ms), and its statements. */
export interface DurableMigration {
  when: number
  statements: readonly string[]
}

type Run = (sql: string, args?: readonly SqliteValue[]) => SqliteRows

/**
 * The database of a Durable Object: a single connection for reading and writing. Reads wait for the
 * transaction in progress, or they would see half of it.
 * @param migrations oldest first, as in the module `earmark:migrations`.
 * @throws StartError if the database is newer than these migrations.
 */
export async function openDurable(
  storage: DurableStorage,
  migrations: readonly DurableMigration[],
): Promise<Database> {
  const run = runnerOf(storage)
  await storage.transaction(async () => migrate(run, migrations))
  const queue = createQueue()
  let writing: Promise<unknown> | undefined
  const inside = new AsyncLocalStorage<{ over: boolean }>()
  /** A read or a write would wait for the transaction that waits for it. */
  const refuseInside = () => {
    if (inside.getStore()?.over === false)
      throw new Error('Inside a transaction, only the transaction itself may be used')
  }

  return {
    dialect: 'sqlite',
    tables: defineTables(sqliteColumnTypes),
    read: sqliteQueries(async (sql, args) => {
      refuseInside()
      while (writing !== undefined) await writing.catch(() => undefined)
      return run(sql, args)
    }),
    write: async (work) => {
      refuseInside()
      return queue.run(async () => {
        const state = { over: false }
        const transaction = sqliteQueries(async (sql, args) => {
          if (state.over) throw new Error('The transaction is over')
          return run(sql, args)
        })
        const written = storage.transaction(() =>
          inside.run(state, () => withoutWaiting(() => work(transaction))),
        )
        writing = written
        try {
          return await written
        } finally {
          state.over = true
          writing = undefined
        }
      })
    },
    signals: createLocalSignals(),
    space: createDurableSpace(storage, run),
    ping: () => Promise.resolve(void run('SELECT 1')),
    trouble: () => null,
    close: () => queue.drained(),
  }
}

/** Maximum variables per statement. */
const MAX_VARIABLES = 100

function runnerOf(storage: DurableStorage): Run {
  return (sql, args = []) => {
    const [statement, values] = args.length > MAX_VARIABLES ? inOneVariable(sql, args) : [sql, args]
    try {
      return [...storage.sql.exec(statement, ...values).raw()]
    } catch (error) {
      throw withCode(error)
    }
  }
}

/** Variables, and quoted literals and names, in which a question mark is not a variable. */
const QUOTED_OR_VARIABLE = /'[^']*'|"[^"]*"|\?/g

/** Rewrites a statement to take its variables from a JSON list, which is its only variable. */
function inOneVariable(sql: string, args: readonly SqliteValue[]): [string, SqliteValue[]] {
  let index = 0
  const statement = sql.replaceAll(QUOTED_OR_VARIABLE, (found) =>
    found === '?' ? `(?1->>${index++})` : found,
  )
  return [statement, [storableJson(args)]]
}

/**
 * Runs work that waits only for queries, which complete within one turn of the event loop. During a
 * transaction, a Durable Object receives no other events, neither another service's response nor the next
 * turn (`setImmediate`), so work waiting for one would hang until it is killed.
 */
async function withoutWaiting<T>(work: () => Promise<T>): Promise<T> {
  return raceTimeout(0, work(), () => {
    throw new Error('A transaction waited for something other than its queries')
  })
}

/** Records migrations as Drizzle does in a file, so that one database can become the other. */
function migrate(run: Run, migrations: readonly DurableMigration[]): void {
  run(
    'CREATE TABLE IF NOT EXISTS __drizzle_migrations (id INTEGER PRIMARY KEY, hash TEXT NOT NULL, created_at NUMERIC)',
  )
  const newest = Number(run('SELECT max(created_at) FROM __drizzle_migrations')[0]?.[0] ?? 0)
  if (newest > (migrations.at(-1)?.when ?? 0)) throw databaseIsNewer()
  for (const { when, statements } of migrations) {
    if (when <= newest) continue
    for (const statement of statements) run(statement)
    run("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('', ?)", [when])
  }
}

/** Bytes that a table and each of its indexes take while empty. */
const PAGE = 4096

/** A Durable Object does not count pages, so sizes are estimates, and it frees pages automatically. */
function createDurableSpace({ sql }: DurableStorage, run: Run): Space {
  const numberOf = (statement: string, args: readonly SqliteValue[] = []) =>
    Number(run(statement, args)[0]?.[0])
  const sizeOf = (table: string) => {
    const columns = run('SELECT name FROM pragma_table_info(?)', [table])
    const values = columns.map(([name]) => `total(octet_length("${String(name)}"))`).join(' + ')
    const trees = numberOf('SELECT count(*) FROM sqlite_master WHERE tbl_name = ?', [table])
    return trees * PAGE + numberOf(`SELECT ${values} FROM "${table}"`)
  }

  return {
    usage: () => Promise.resolve({ bytes: sql.databaseSize, freeBytes: null }),
    sizeOf: async (tables) => tables.reduce((sum, table) => sum + sizeOf(table), 0),
    reclaim: () => Promise.resolve(),
  }
}

/**
 * The code of an SQLite error, which is only in its message: "…: SQLITE_CONSTRAINT (extended:
 * SQLITE_CONSTRAINT_UNIQUE)".
 */
function withCode(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const code = error.message.match(/SQLITE_[A-Z_]+/g)?.at(-1)
  return code === undefined ? error : Object.assign(new Error(error.message, { cause: error }), { code })
}
