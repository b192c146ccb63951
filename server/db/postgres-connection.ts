import postgres, { type Options, type Sql } from 'postgres'
import type { SslMode } from '../config'
import { codesOf } from './failures'

export interface PostgresAddress {
  host: string
  port: number
  database: string
  user: string
  password: string
  sslMode: SslMode
}

/** Modes that leave it to the server: what is tried first, and what is taken where the server refuses that. */
const EITHER: Partial<Record<SslMode, readonly [SslMode, SslMode]>> = {
  allow: ['disable', 'require'],
  prefer: ['prefer', 'disable'],
}
/** The server's rules take no such connection (28000), or the two sides cannot agree on an encryption. */
const REFUSED = /^(28000|EPROTO|ERR_SSL_.*|ERR_TLS_.*)$/

/**
 * Connects lazily: the first query does.
 * @param connections how many there may be at once
 */
export function connect(address: PostgresAddress, connections: number): Sql {
  return postgres({
    host: address.host,
    port: address.port,
    database: address.database,
    username: address.user,
    password: address.password,
    ssl: sslOptions(address),
    max: connections,
    connect_timeout: 10,
    // Quick tries after a loss, so that the server is back soon after its database is.
    backoff: (tries: number) => Math.min(0.25 * 2 ** tries, 5),
    onnotice: () => undefined,
  })
}

/**
 * Asks the server where the mode leaves it the choice. Failures of other kinds are left to whoever connects.
 * @returns the address with a mode that it takes
 */
export async function withSettledMode(address: PostgresAddress): Promise<PostgresAddress> {
  const modes = EITHER[address.sslMode]
  if (modes === undefined) return address
  const [wanted, otherwise] = modes
  const sql = connect({ ...address, sslMode: wanted }, 1)
  try {
    await sql`select 1`
    return { ...address, sslMode: wanted }
  } catch (error) {
    return { ...address, sslMode: codesOf(error).some((code) => REFUSED.test(code)) ? otherwise : wanted }
  } finally {
    await sql.end({ timeout: 3 })
  }
}

/** Names and meaning of libpq; https://www.postgresql.org/docs/current/libpq-ssl.html#LIBPQ-SSL-PROTECTION */
function sslOptions({ sslMode, host }: PostgresAddress): NonNullable<Options<Record<string, never>>['ssl']> {
  switch (sslMode) {
    case 'disable':
      return false
    case 'verify-ca':
      return { rejectUnauthorized: true, checkServerIdentity: () => undefined }
    case 'verify-full':
      // Without its name, a host given as an IP address would be compared with `localhost`.
      return { rejectUnauthorized: true, host }
    case 'allow':
    case 'prefer':
    case 'require':
      return sslMode
  }
}
