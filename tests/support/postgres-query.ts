import pg from 'pg'

/** Does some work on a connection of its own to a PostgreSQL. */
export async function withPostgres<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  // What is asked next says that the connection is lost.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Asks a PostgreSQL one thing on a connection of its own. @returns the rows. */
export async function askPostgres(
  url: string,
  text: string,
  values?: unknown[],
): Promise<Record<string, unknown>[]> {
  return withPostgres(url, async (client) => (await client.query<Record<string, unknown>>(text, values)).rows)
}
