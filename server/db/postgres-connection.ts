import pg from 'pg'
import type { SslMode } from '#server/platform/config'
import { raceTimeout } from '#server/async/timeout'
import { codesOf } from './failures'

export interface PostgresAddress {
  host: string
  port: number
  database: string
  user: string
  password: string
  sslMode: SslMode
}

/** Timeouts enforced by PostgreSQL, in milliseconds. */
export interface Limits {
  /** One statement, including waiting for locks. */
  statement: number
  /** Waiting for one lock. */
  lock: number
  /** An idle transaction, whose locks would block all others. */
  idleInTransaction: number
}

/** An address with the findings about its server. */
export interface SettledAddress extends PostgresAddress {
  /** Whether a pooler in between refuses or ignores limits set on connecting. */
  pooled: boolean
}

/** Milliseconds after which a connection attempt is given up. */
export const CONNECT_TIMEOUT = 10_000
/** Milliseconds of silence after which keep-alive checks the other side. */
const KEEP_ALIVE_AFTER = 10_000

/**
 * Modes that leave encryption to the server: the mode to try first, and the fallback if the server refuses.
 */
const EITHER: Partial<Record<SslMode, readonly [SslMode, SslMode]>> = {
  allow: ['disable', 'require'],
  prefer: ['require', 'disable'],
}
/** The server's rules forbid the connection (28000), or the two sides cannot agree on encryption. */
const REFUSED = /^(28000|EPROTO|ERR_SSL_.*|ERR_TLS_.*)$/
const NO_ENCRYPTION = 'The server does not support SSL connections'

/**
 * Options for the driver. Statements are not prepared by name, because poolers do not support that.
 * @param options.limits set on connecting, so that they apply to everything.
 * @param options.timeout milliseconds for connecting.
 */
export function connectionOptions(
  address: PostgresAddress,
  options: { limits?: Limits | undefined; timeout?: number | undefined } = {},
): pg.ClientConfig {
  const { limits, timeout = CONNECT_TIMEOUT } = options
  return {
    host: address.host,
    port: address.port,
    database: address.database,
    user: address.user,
    password: address.password,
    ssl: sslOptions(address),
    application_name: 'earmark',
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER,
    connectionTimeoutMillis: timeout,
    ...(limits && limitSettings(limits)),
  }
}

/**
 * Waits for the database to answer.
 * @throws an error with the code ETIMEDOUT if it takes longer; the work itself continues.
 */
export function within<T>(milliseconds: number, answer: PromiseLike<T>): Promise<T> {
  return raceTimeout(milliseconds, answer, () => {
    const error = new Error(`The database did not answer within ${milliseconds} ms`)
    throw Object.assign(error, { code: 'ETIMEDOUT' })
  })
}

/**
 * Connects for the first time, and determines the encryption if the mode leaves it to the server. A pooler
 * accepts connections even while its PostgreSQL is down, so only the answer to a query counts.
 * @param options.timeout milliseconds in total.
 * @returns the connection, and the address with a mode that the server accepts.
 * @throws the error of the last attempt.
 */
export async function connectFirst(
  address: PostgresAddress,
  options: { limits: Limits; timeout: number },
): Promise<{ client: pg.Client; settled: SettledAddress }> {
  const giveUpAt = Date.now() + options.timeout
  const modes = EITHER[address.sslMode] ?? [address.sslMode]
  let failure: unknown
  for (const sslMode of modes) {
    for (const pooled of [false, true]) {
      const limits = pooled ? undefined : options.limits
      try {
        // At least a moment, as zero would mean no timeout.
        const timeout = Math.max(giveUpAt - Date.now(), 1)
        const client = await connect({ ...address, sslMode }, { limits, timeout })
        const limited = await within(giveUpAt - Date.now(), hasLimits(client, options.limits)).catch(
          (error: unknown) => {
            // A silent server would never answer a graceful end.
            client.connection.stream.destroy()
            throw error
          },
        )
        return { client, settled: { ...address, sslMode, pooled: pooled || !limited } }
      } catch (error) {
        failure = error
        if (!refusesLimits(error)) break
      }
    }
    if (!refusesMode(failure)) break
  }
  if (codesOf(failure).includes('ETIMEDOUT')) {
    throw new Error(`no answer within ${options.timeout / 1000} s`, { cause: failure })
  }
  throw failure
}

/**
 * Opens one connection.
 * @throws with the code `ETIMEDOUT` if there was no answer in time.
 */
export async function connect(
  address: PostgresAddress,
  options: { limits?: Limits | undefined; timeout?: number | undefined } = {},
): Promise<pg.Client> {
  const client = new pg.Client(connectionOptions(address, options))
  // Emitted if an idle connection is lost; the next query fails with the same error.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    void client.end()
    throw withCode(error)
  }
}

/** Adds a code to the driver's error about a lost connection, which has none. */
export function withCode(error: unknown): unknown {
  if (!(error instanceof Error) || codesOf(error).length > 0 || error.message === NO_ENCRYPTION) return error
  const code = /timeout/.test(error.message) ? 'ETIMEDOUT' : 'CONNECTION_CLOSED'
  const words = code === 'ETIMEDOUT' ? 'it did not answer in time' : error.message
  return Object.assign(new Error(words, { cause: error }), { code })
}

/** Whether a connection's limits apply: a pooler may accept and silently ignore them. */
async function hasLimits(client: pg.Client, limits: Limits): Promise<boolean> {
  const settings = limitSettings(limits)
  const { rows } = await client.query<{ name: keyof typeof settings; setting: string }>(
    'select name, setting from pg_settings where name = any($1)',
    [Object.keys(settings)],
  )
  return rows.every(({ name, setting }) => setting === String(settings[name]))
}

/** The limits by PostgreSQL's names. */
const limitSettings = ({ statement, lock, idleInTransaction }: Limits) => ({
  statement_timeout: statement,
  lock_timeout: lock,
  idle_in_transaction_session_timeout: idleInTransaction,
})

/** libpq's names and meanings; https://www.postgresql.org/docs/current/libpq-ssl.html#LIBPQ-SSL-PROTECTION */
export function sslOptions({ sslMode }: PostgresAddress): NonNullable<pg.ClientConfig['ssl']> {
  switch (sslMode) {
    case 'disable':
    case 'allow':
      return false
    case 'prefer':
    case 'require':
      return { rejectUnauthorized: false }
    case 'verify-ca':
      return { rejectUnauthorized: true, checkServerIdentity: () => undefined }
    case 'verify-full':
      return { rejectUnauthorized: true }
  }
}

function refusesMode(error: unknown): boolean {
  if (error instanceof Error && error.message === NO_ENCRYPTION) return true
  return codesOf(error).some((code) => REFUSED.test(code))
}

/** PgBouncer's message; it accepts only the parameters it tracks. */
function refusesLimits(error: unknown): boolean {
  return error instanceof Error && /unsupported startup parameter/.test(error.message)
}
