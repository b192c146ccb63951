import pg from 'pg'
import { UNTIL_TRUE_MS } from './limits'

/** Runs work on a separate connection to a PostgreSQL. */
export async function withPostgres<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: UNTIL_TRUE_MS })
  // The next query reports a lost connection.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Runs one query on a separate connection. @returns the rows. */
export async function askPostgres(
  url: string,
  text: string,
  values?: unknown[],
): Promise<Record<string, unknown>[]> {
  return withPostgres(url, async (client) => (await client.query<Record<string, unknown>>(text, values)).rows)
}
