import pg from 'pg'
import { createQueue } from '#server/async/queue'
import { cancelWork } from './postgres-cancel'
import { connectionOptions, within, withCode, type Limits, type SettledAddress } from './postgres-connection'

/** Milliseconds after which an idle connection is closed. */
const IDLE = 30_000

/** One connection, for one piece of work. Concurrent queries are sent one at a time. */
export interface PostgresConnection {
  query(text: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult>
}

interface PoolOptions {
  address: SettledAddress
  /** Timeouts enforced by PostgreSQL. */
  limits: Limits
  /** How many there may be at the same time. */
  connections: number
}

/**
 * A connection pool. Work that exceeds its timeout is abandoned: PostgreSQL is asked to cancel it, and its
 * connection is dropped, so that hanging work does not occupy a slot.
 */
export function createPostgresPool({ address, limits, connections }: PoolOptions) {
  const pool = new pg.Pool({
    ...connectionOptions(address, { limits: address.pooled ? undefined : limits }),
    max: connections,
    idleTimeoutMillis: IDLE,
  })
  // An idle connection that is lost is replaced when needed; the next query reports any further problem.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))

  /** @throws with the code `ETIMEDOUT` if no connection is free or answers in time. */
  async function take(timeout: number): Promise<pg.PoolClient> {
    const coming = pool.connect()
    try {
      return await within(timeout, coming)
    } catch (error) {
      coming.then(
        (client) => client.release(),
        () => undefined,
      )
      throw withCode(error)
    }
  }

  function abandon(client: pg.PoolClient): void {
    void cancelWork(address, client)
    // A frozen server would never answer a graceful end.
    client.connection.stream.destroy()
    client.release(true)
  }

  let ending: Promise<void> | undefined
  return {
    /**
     * Runs work on a separate connection.
     * @param timeout milliseconds in total, including waiting for a free connection.
     * @throws with the code `ETIMEDOUT` if it takes longer; its further queries fail.
     */
    async use<T>(timeout: number, work: (connection: PostgresConnection) => Promise<T>): Promise<T> {
      const giveUpAt = performance.now() + timeout
      const client = await take(timeout)
      const { connection, isBroken } = inSequence(client)
      let ended = false
      const done = work(connection).finally(() => (ended = true))
      try {
        return await within(giveUpAt - performance.now(), done)
      } finally {
        if (ended) client.release(isBroken())
        else abandon(client)
      }
    },

    /** Closes idle connections at once and the others after their work; later calls wait for the same. */
    end: (): Promise<void> => (ending ??= pool.end()),
  }
}

/** Sends a connection's queries one at a time, and detects when it has become unusable. */
function inSequence(client: pg.Client) {
  let broken = false
  const queue = createQueue()

  async function ask(text: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    try {
      return await client.query(text, values)
    } catch (error) {
      // A connection survives errors of lower severity.
      broken ||= !(error instanceof pg.DatabaseError && error.severity === 'ERROR')
      throw withCode(error)
    }
  }

  const connection: PostgresConnection = { query: (text, values) => queue.run(() => ask(text, values)) }
  return { connection, isBroken: () => broken }
}
