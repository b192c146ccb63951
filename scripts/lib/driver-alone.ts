import { pathToFileURL } from 'node:url'
import { createClient } from '@libsql/client'
import pg from 'pg'
import type { Database } from '#server/db/database'
import type { LargeDatabase } from './large-databases'
import { ascending } from './measure'
import { flatValuesSchema, recordReads, type Values } from './recorded-reads'

/** A database's plain driver. */
interface Driver {
  ask: (sql: string, values: Values) => Promise<unknown>
  close: () => Promise<void>
}

/** One connection, created by the driver itself. */
export async function openDriver(large: LargeDatabase): Promise<Driver> {
  if ('path' in large) {
    const client = createClient({ url: pathToFileURL(large.path).href })
    return {
      ask: (sql, values) => client.execute({ sql, args: flatValuesSchema.parse(values) }),
      close: async () => client.close(),
    }
  }
  const client = new pg.Client({ connectionString: large.url })
  await client.connect()
  return { ask: (sql, values) => client.query(sql, values), close: () => client.end() }
}

/**
 * Repeats recorded queries through the driver.
 * @returns milliseconds of each run, ascending.
 */
export async function timesOfDriver(
  driver: Driver,
  { database, read, calls }: { database: Database; read: () => Promise<unknown>; calls: number },
): Promise<number[]> {
  const queries = await recordReads(database, read)
  if (queries.length === 0) throw new Error('There are no queries')
  const times: number[] = []
  for (let call = 0; call < calls; call++) {
    const start = performance.now()
    for (const { sql, values } of queries) await driver.ask(sql, values)
    times.push(performance.now() - start)
  }
  return ascending(times)
}
