import { connectFirst, type PostgresAddress } from './postgres-connection'
import { startFailure } from './postgres-start'

/** Milliseconds for everything. */
const TIMEOUT = 15_000
const LIMITS = { statement: TIMEOUT, lock: TIMEOUT, idleInTransaction: TIMEOUT }

/**
 * Whether a server is connected to the database.
 * @throws StartError if it cannot be reached.
 */
export async function isPostgresInUse(address: PostgresAddress): Promise<boolean> {
  try {
    const { client } = await connectFirst(address, { limits: LIMITS, timeout: TIMEOUT })
    try {
      // A pooler may add the host to the name.
      const { rowCount } = await client.query(
        `select from pg_stat_activity where datname = current_database()
           and application_name like 'earmark%' and pid <> pg_backend_pid()`,
      )
      return (rowCount ?? 0) > 0
    } finally {
      await client.end()
    }
  } catch (cause) {
    throw await startFailure(address, cause, undefined)
  }
}
