import pg from 'pg'
import type { SslMode } from '#server/start/config'
import { codesOf } from './failures'
import { within } from './time-limit'

export interface PostgresAddress {
  host: string
  port: number
  database: string
  user: string
  password: string
  sslMode: SslMode
}

/** What PostgreSQL itself ends, in milliseconds. */
export interface Limits {
  /** One statement, waiting for locks included. */
  statement: number
  /** Waiting for one lock. */
  lock: number
  /** A transaction whose owner has stopped asking: nobody else gets its locks meanwhile. */
  idleInTransaction: number
}

/** An address with what was found out about the server behind it. */
export interface SettledAddress extends PostgresAddress {
  /** Whether a pooler is in between that refuses or ignores limits that are set as a connection is made. */
  pooled: boolean
}

/** A connection that is being made and gets no answer is given up on after this time, in milliseconds. */
const CONNECT_TIMEOUT = 10_000
/** Silence after which the network is asked whether the other side is still there, in milliseconds. */
const KEEP_ALIVE_AFTER = 10_000

/** Modes that leave it to the server: what is tried first, and what is taken where the server refuses that. */
const EITHER: Partial<Record<SslMode, readonly [SslMode, SslMode]>> = {
  allow: ['disable', 'require'],
  prefer: ['require', 'disable'],
}
/** The server's rules take no such connection (28000), or the two sides cannot agree on an encryption. */
const REFUSED = /^(28000|EPROTO|ERR_SSL_.*|ERR_TLS_.*)$/
const NO_ENCRYPTION = 'The server does not support SSL connections'

/**
 * What the driver needs to connect. Nothing is ever prepared by name, which a pooler could not follow.
 * @param options.limits are set as the connection is made, so that they hold for everything on it.
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
 * Connects for the first time and asks the server where the mode leaves it the choice. A pooler takes connections
 * also while its PostgreSQL is gone, so that only an answer to a query counts.
 * @param options.timeout milliseconds for all of it.
 * @returns the connection, and the address with a mode that the server takes
 * @throws what the last try failed with.
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
        // At least a moment, as nothing at all would mean for ever.
        const timeout = Math.max(giveUpAt - Date.now(), 1)
        const client = await connect({ ...address, sslMode }, { limits, timeout })
        const limited = await within(giveUpAt - Date.now(), hasLimits(client, options.limits)).catch(
          (error: unknown) => {
            // A server that is silent would never answer a polite end.
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
 * Makes one connection.
 * @throws with the code `ETIMEDOUT` when there was no answer in time.
 */
export async function connect(
  address: PostgresAddress,
  options: { limits?: Limits | undefined; timeout?: number | undefined } = {},
): Promise<pg.Client> {
  const client = new pg.Client(connectionOptions(address, options))
  // A connection that is lost while nothing is asked says so here; whoever asks next is told again.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    void client.end()
    throw withCode(error)
  }
}

/** Gives what the driver says of a lost connection a code; it has none of its own. */
export function withCode(error: unknown): unknown {
  if (!(error instanceof Error) || codesOf(error).length > 0 || error.message === NO_ENCRYPTION) return error
  const code = /timeout/.test(error.message) ? 'ETIMEDOUT' : 'CONNECTION_CLOSED'
  const words = code === 'ETIMEDOUT' ? 'it did not answer in time' : error.message
  return Object.assign(new Error(words, { cause: error }), { code })
}

/** Whether a connection has limits: a pooler may take them as it is made and say nothing of ignoring them. */
async function hasLimits(client: pg.Client, limits: Limits): Promise<boolean> {
  const asked = limitSettings(limits)
  const { rows } = await client.query<{ name: keyof typeof asked; setting: string }>(
    'select name, setting from pg_settings where name = any($1)',
    [Object.keys(asked)],
  )
  return rows.every(({ name, setting }) => setting === String(asked[name]))
}

/** Limits by the names that PostgreSQL has for them. */
const limitSettings = ({ statement, lock, idleInTransaction }: Limits) => ({
  statement_timeout: statement,
  lock_timeout: lock,
  idle_in_transaction_session_timeout: idleInTransaction,
})

/** Names and meaning of libpq; https://www.postgresql.org/docs/current/libpq-ssl.html#LIBPQ-SSL-PROTECTION */
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

/** PgBouncer's words; it knows only the parameters that it tracks. */
function refusesLimits(error: unknown): boolean {
  return error instanceof Error && /unsupported startup parameter/.test(error.message)
}
