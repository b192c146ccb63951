import pg from 'pg'
import { createQueue } from '#server/async/queue'
import { cancelWork } from './postgres-cancel'
import { CONNECT_TIMEOUT, connectionOptions, within, withCode } from './postgres-connection'
import type { Limits, SettledAddress } from './postgres-connection'
import { watchSilence, type Silence } from './postgres-silence'

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
  /** How many there may be at the same time, in addition to one that asks if others are silent. */
  connections: number
  /** Milliseconds without an answer after which a fresh connection is asked whether the old one is dead. */
  silence: number
  /** Called when connections have proved dead; all others are replaced before they are used again. */
  onDead: () => void
}

/** The connections of a pool, and how they are given back. */
interface Supply {
  silence: Silence
  /**
   * @param timeout milliseconds.
   * @throws with the code `ETIMEDOUT` if no connection is free or answers in time.
   */
  take: (timeout: number) => Promise<pg.PoolClient>
  /** Gives up a connection that may not have answered yet. */
  abandon: (client: pg.PoolClient) => void
}

/**
 * A connection pool. Work that exceeds its timeout is abandoned: PostgreSQL is asked to cancel it, and its
 * connection is dropped, so that hanging work does not occupy a slot.
 */
export function createPostgresPool({ address, limits, connections, ...rest }: PoolOptions) {
  const silence = watchSilence({ address, ...rest })
  class WatchedClient extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      silence.connecting(this)
    }
  }
  const pool = new pg.Pool({
    ...connectionOptions(address, { limits: address.pooled ? undefined : limits }),
    Client: WatchedClient,
    verify: (client, done) => void meet(silence, client).then(() => done(), done),
    max: connections,
    idleTimeoutMillis: IDLE,
  })
  // An idle connection that is lost is replaced when needed; the next query reports any further problem.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const supply: Supply = {
    silence,
    take: (timeout) => takeFrom(pool, silence, timeout),
    abandon(client) {
      void cancelWork(address, client)
      // A frozen server would never answer a graceful end.
      client.connection.stream.destroy()
      client.release(true)
    },
  }

  let ending: Promise<void> | undefined
  return {
    /**
     * Runs work on a separate connection. If the connection proves dead before it has answered anything, the work's
     * first query is sent again on another one: it must be a read, the start of a transaction, or something else
     * that may be done twice.
     * @param timeout milliseconds in total, including waiting for a free connection.
     * @throws with the code `ETIMEDOUT` if it takes longer; its further queries fail.
     */
    async use<T>(timeout: number, work: (connection: PostgresConnection) => Promise<T>): Promise<T> {
      const giveUpAt = performance.now() + timeout
      const client = await supply.take(timeout)
      const { connection, giveBack } = lend(client, supply, giveUpAt)
      let ended = false
      const done = work(connection).finally(() => (ended = true))
      try {
        return await within(giveUpAt - performance.now(), done)
      } finally {
        giveBack(ended)
      }
    },

    /** Closes idle connections at once and the others after their work; later calls wait for the same. */
    end(): Promise<void> {
      silence.end()
      return (ending ??= pool.end())
    },
  }
}

/**
 * Learns which server a new connection has reached.
 * @throws if it is lost or takes too long; it is destroyed then.
 */
function meet(silence: Silence, client: pg.PoolClient): Promise<void> {
  return within(CONNECT_TIMEOUT, silence.meet(client)).catch((error: unknown) => {
    client.connection.stream.destroy()
    throw error
  })
}

/** Takes a connection, and discards those opened before others proved dead. */
async function takeFrom(pool: pg.Pool, silence: Silence, timeout: number): Promise<pg.PoolClient> {
  const giveUpAt = performance.now() + timeout
  for (;;) {
    const since = performance.now()
    const coming = pool.connect()
    try {
      const client = await within(giveUpAt - since, coming)
      if (!silence.isFormer(client)) return client
      client.connection.stream.destroy()
      client.release(true)
    } catch (error) {
      coming.then(
        (client) => client.release(),
        () => undefined,
      )
      // A connection being made is destroyed with those that proved dead.
      if (!silence.areFormer(since) || performance.now() >= giveUpAt) throw withCode(error)
    }
  }
}

/**
 * Lends a connection: sends its queries one at a time, detects when it has become unusable, and replaces it if it
 * proves dead before its first answer.
 * @param giveUpAt when there is no use in replacing it any more, on the monotonic clock.
 */
function lend(taken: pg.PoolClient, { silence, take, abandon }: Supply, giveUpAt: number) {
  let client: pg.PoolClient | undefined = taken
  let broken = false
  let answered = false
  let over = false
  const queue = createQueue()

  async function ask(text: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    if (!client) throw withCode(new Error('The connection is closed'))
    const asked = client
    const statement = typeof text === 'string' ? text : text.text
    try {
      const result = await silence.answer(asked, statement, asked.query(text, values))
      answered = true
      return result
    } catch (error) {
      if (!answered && !over && silence.isDead(asked)) {
        await replace(asked)
        return ask(text, values)
      }
      answered = true
      // A connection survives errors of lower severity.
      broken ||= !(error instanceof pg.DatabaseError && error.severity === 'ERROR')
      throw withCode(error)
    }
  }

  async function replace(dead: pg.PoolClient): Promise<void> {
    client = undefined
    dead.release(true)
    const next = await take(giveUpAt - performance.now())
    if (over) next.release()
    else client = next
  }

  const connection: PostgresConnection = { query: (text, values) => queue.run(() => ask(text, values)) }
  return {
    connection,
    /** @param ended whether the work has, so that the connection is free. */
    giveBack(ended: boolean): void {
      over = true
      if (client && ended) client.release(broken || silence.isFormer(client))
      else if (client) abandon(client)
      client = undefined
    },
  }
}
