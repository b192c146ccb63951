import type { Client } from 'pg'
import { StartError } from '#server/errors/start-error'
import { codesOf } from './failures'
import type { PostgresAddress } from './postgres-connection'
import { tableTaken } from './postgres-fitness'
import { quoted } from './postgres-schema'
import { withoutParameters } from './shown-error'

const PERMISSION_DENIED = '42501'
const TABLE_EXISTS = '42P07'

/**
 * Why the server cannot start with this PostgreSQL, and how to fix it.
 * @param client finds the owners of tables; undefined without a connection.
 */
export async function startFailure(
  address: PostgresAddress,
  cause: unknown,
  client: Client | undefined,
): Promise<StartError> {
  const { host, port, user, database } = address
  if (client && codesOf(cause).includes(TABLE_EXISTS)) return tableTaken(client, address)
  // If a name has several addresses and all fail, the error has no message.
  const shown = withoutParameters(cause)
  const reason = shown instanceof Error ? shown.message || shown.name : String(shown)
  const advice = codesOf(cause).includes(PERMISSION_DENIED)
    ? await grantsNeeded(address, client)
    : 'Check the SVC_DB__POSTGRES_ variables.'
  const failed = client ? 'Cannot use' : 'Cannot connect to'
  return new StartError(
    `${failed} PostgreSQL database ${database} at ${host}:${port} as user ${user}: ${reason}. ${advice}`,
    { cause },
  )
}

/** The statements for the database owner to run. */
async function grantsNeeded(address: PostgresAddress, client: Client | undefined): Promise<string> {
  const user = quoted(address.user)
  const owner = client && (await ownerOfTables(client).catch(() => undefined))
  const grants = [
    `GRANT CONNECT ON DATABASE ${quoted(address.database)} TO ${user};`,
    `GRANT USAGE, CREATE ON SCHEMA public TO ${user};`,
  ]
  if (owner !== undefined && owner.name !== address.user) {
    grants.push(...(owner.superuser ? USE_OF_TABLES.map((grant) => `${grant} TO ${user};`) : []))
    if (!owner.superuser) grants.push(`GRANT ${quoted(owner.name)} TO ${user};`)
  }
  return `As the owner of the database or a superuser, connected to ${address.database}, run: ${grants.join(' ')}`
}

/**
 * If a superuser owns the tables, these grants avoid making another superuser; later migrations then need the
 * owner.
 */
const USE_OF_TABLES = [
  'GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public',
  'GRANT USAGE ON ALL SEQUENCES IN SCHEMA public',
]

/** Tables created by another user belong to that user, who alone may migrate them. */
async function ownerOfTables(client: Client): Promise<{ name: string; superuser: boolean } | undefined> {
  const tables = await client.query<{ name: string; superuser: boolean }>(
    `select rolname as name, rolsuper as superuser from pg_roles
       join pg_class on pg_roles.oid = relowner
       join pg_namespace on pg_namespace.oid = relnamespace
       where relname = 'earmark_migrations' and nspname = 'public'`,
  )
  return tables.rows[0]
}
