import type { Client } from 'pg'
import { StartError } from '#server/errors/start-error'
import { belongsToAnother } from './foreign-tables'
import { sharesJournal } from './postgres-journal'
import { quoted, schemaAdvice, schemaFacts, type Named } from './postgres-schema'

/**
 * Ensures that a database can store everything, before anything is written.
 * @throws StartError that says what to change.
 */
export async function assertFit(client: Client, { database, user }: Named): Promise<void> {
  const { rows } = await client.query<{ encoding: string; readonly: string }>(
    `select pg_encoding_to_char(encoding) as encoding, current_setting('transaction_read_only') as readonly
       from pg_database where datname = current_database()`,
  )
  const { encoding = 'UTF8', readonly = 'off' } = rows[0] ?? {}
  if (encoding !== 'UTF8') {
    throw new StartError(
      `PostgreSQL database ${database} has the encoding ${encoding}, which lacks most of the characters in titles and names. Earmark needs UTF8. Make a new database and set SVC_DB__POSTGRES_DB to it: CREATE DATABASE earmark TEMPLATE template0 ENCODING 'UTF8' OWNER ${quoted(user)};`,
    )
  }
  if (readonly === 'on') {
    throw new StartError(
      `PostgreSQL database ${database} is read-only for user ${user}. Connect to the primary server instead of a replica. If this is the primary, allow writing: ALTER DATABASE ${quoted(database)} RESET default_transaction_read_only; ALTER ROLE ${quoted(user)} RESET default_transaction_read_only;`,
    )
  }
  const advice = schemaAdvice(await schemaFacts(client), { database, user })
  if (advice !== undefined) throw new StartError(advice)
}

/**
 * Ensures that no other application has its tables where Earmark would create some. One that also migrates with Drizzle
 * may share the database: then, only tables of the same name are a conflict, see {@link tableTaken}.
 * @throws StartError.
 */
export async function assertNoForeignTables(client: Client, { database }: Named): Promise<void> {
  const tables = await foreignTables(client)
  if (tables.length > 0 && !(await sharesJournal(client))) throw foreign(database, tables)
}

/** The error of a migration that creates a table of a name that another application already uses. */
export async function tableTaken(client: Client, { database }: Named): Promise<StartError> {
  return foreign(database, await foreignTables(client))
}

function foreign(database: string, tables: readonly string[]): StartError {
  return new StartError(
    `${belongsToAnother(`PostgreSQL database ${database}`, tables)} Make a database for Earmark alone and set SVC_DB__POSTGRES_DB to it.`,
  )
}

/** Tables of the schema public, without those of extensions. */
async function foreignTables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_catalog.pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
         and not exists (select from pg_catalog.pg_depend where objid = pg_class.oid and deptype = 'e')
       order by relname`,
  )
  return rows.map(({ name }) => name)
}
