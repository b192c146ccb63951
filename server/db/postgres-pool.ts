import pg from 'pg'
import { cancelWork } from './postgres-cancel'
import { connectionOptions, withCode, type Limits, type SettledAddress } from './postgres-connection'
import { within } from './time-limit'

/** Connections of one instance, apart from the one that listens. */
const CONNECTIONS = 10
/** Milliseconds after which a connection that nobody needed is closed. */
const IDLE = 30_000

/** One connection, for one piece of work. Queries asked at the same time are sent one after the other. */
export interface PostgresConnection {
  query(text: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult>
}

/**
 * Connections that are kept. Work that takes too long is given up on: PostgreSQL is asked to end it, and its
 * connection is thrown away, so that nothing that hangs keeps its place.
 * @param options.limits what PostgreSQL is to end itself.
 */
export function createPostgresPool(options: { address: SettledAddress; limits: Limits }) {
  const { address, limits } = options
  const pool = new pg.Pool({
    ...connectionOptions(address, { limits: address.pooled ? undefined : limits }),
    max: CONNECTIONS,
    idleTimeoutMillis: IDLE,
  })
  // One that is lost while nobody uses it is replaced when it is needed, and what is asked then tells the rest.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))

  /** @throws with the code `ETIMEDOUT` when no connection is free or answers in time. */
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

  function giveUpOn(client: pg.PoolClient): void {
    void cancelWork(address, client)
    // A frozen server would never answer a polite end.
    client.connection.stream.destroy()
    client.release(true)
  }

  let ending: Promise<void> | undefined
  return {
    /**
     * Runs work on a connection that nothing else uses meanwhile.
     * @param timeout milliseconds for all of it, waiting for a free connection included.
     * @throws with the code `ETIMEDOUT` when it takes longer; nothing more that it asks is answered then.
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
        else giveUpOn(client)
      }
    },

    /** Closes what is idle at once and the others when their work has ended; whoever asks again waits for the same. */
    end: (): Promise<void> => (ending ??= pool.end()),
  }
}

/** Sends the queries of one connection one after the other and notices when it cannot be used any more. */
function inSequence(client: pg.Client) {
  let broken = false
  let last: Promise<unknown> = Promise.resolve()

  async function ask(text: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    try {
      return await client.query(text, values)
    } catch (error) {
      // After an error of lesser severity the connection goes on.
      broken ||= !(error instanceof pg.DatabaseError && error.severity === 'ERROR')
      throw withCode(error)
    }
  }

  const connection: PostgresConnection = {
    query(text, values) {
      const answer = last.then(() => ask(text, values))
      last = answer.catch(() => undefined)
      return answer
    },
  }
  return { connection, isBroken: () => broken }
}
