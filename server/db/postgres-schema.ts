import type { Client } from 'pg'
import type { PostgresAddress } from './postgres-connection'

export type Named = Pick<PostgresAddress, 'database' | 'user'>

/** Earmark's journal; versions that shared one are known by other tables. */
const JOURNAL = 'earmark_migrations'
const OUR_TABLES = ['blocked_releases', 'fulfilments', 'grabs']

interface SchemaFacts {
  /** Where tables are created and found; null if the search_path leads to no schema that the user may use. */
  current: string | null
  publicExists: boolean
  mayUsePublic: boolean
  /** Whether the search_path names the schema public. */
  namesPublic: boolean
  /** The schemas that have Earmark's tables. */
  homes: string[]
}

/** Reads how a connection finds its tables. */
export async function schemaFacts(client: Client): Promise<SchemaFacts> {
  const { rows } = await client.query<SchemaFacts>(
    `select current_schema()::text as current,
       public.oid is not null as "publicExists",
       coalesce(has_schema_privilege(public.oid, 'USAGE'), false) as "mayUsePublic",
       current_setting('search_path') ~ '(^|[ ,"])public([ ,"]|$)' as "namesPublic",
       array(
         select nspname::text from pg_catalog.pg_namespace as home
           where exists (select from pg_catalog.pg_class where relnamespace = home.oid and relname = $1)
             or (select count(*) from pg_catalog.pg_class
                   where relnamespace = home.oid and relkind in ('r', 'p') and relname = any($2)) = cardinality($2)
           order by nspname = current_schema() desc nulls last, nspname
       ) as homes
       from (values (1)) as one
       left join pg_catalog.pg_namespace as public on public.nspname = 'public'`,
    [JOURNAL, OUR_TABLES],
  )
  const [facts] = rows
  if (!facts) throw new Error('PostgreSQL answered a query for one row with none')
  return facts
}

/**
 * Why Earmark would not find its tables, or lose them by following simpler advice, and the statements that help.
 * @returns undefined if all is well.
 */
export function schemaAdvice(facts: SchemaFacts, { database, user }: Named): string | undefined {
  const { current, publicExists, mayUsePublic, namesPublic, homes } = facts
  const [home] = homes
  const isElsewhere = home !== undefined && !homes.includes('public')
  if (current === 'public' && !isElsewhere) return undefined

  const setPath = `ALTER ROLE ${quoted(user)} IN DATABASE ${quoted(database)} SET search_path = public;`
  const statements = [
    ...(publicExists ? [] : [`CREATE SCHEMA public AUTHORIZATION ${quoted(user)};`]),
    ...(publicExists && !mayUsePublic ? [`GRANT USAGE, CREATE ON SCHEMA public TO ${quoted(user)};`] : []),
    ...(isElsewhere ? [moveToPublic(home)] : []),
    ...((current === null || current === 'public') && namesPublic ? [] : [setPath]),
  ]
  const run = `As the owner of the database or a superuser, connected to ${database}, run: ${statements.join(' ')}`
  if (isElsewhere) {
    return `Earmark uses the schema public, but its tables in PostgreSQL database ${database} are in the schema ${home}. Nothing was changed. Move them. ${run} To leave them and start with an empty Earmark, set SVC_DB__POSTGRES_DB to another database.`
  }
  if (!publicExists) return `PostgreSQL database ${database} has no schema public, which Earmark uses. ${run}`
  if (!mayUsePublic) {
    return `User ${user} may not use the schema public of PostgreSQL database ${database}, where Earmark keeps its tables. ${run}`
  }
  const where = current === null ? 'no schema' : `the schema ${current}`
  return `Earmark uses the schema public, but the search_path of user ${user} in PostgreSQL database ${database} leads to ${where}. ${run}`
}

/** A statement that moves all tables of a schema, with their indexes and sequences, and all functions but extensions'. */
function moveToPublic(schema: string): string {
  const name = `'${schema.replaceAll("'", "''")}'`
  const objects = [
    `SELECT format('TABLE %I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname = ${name}`,
    `SELECT 'FUNCTION ' || pg_proc.oid::regprocedure FROM pg_proc JOIN pg_namespace ON pg_namespace.oid = pronamespace WHERE nspname = ${name} AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')`,
  ]
  return `DO $$ DECLARE moved record; BEGIN FOR moved IN ${objects.join(' UNION ALL ')} LOOP EXECUTE format('ALTER %s SET SCHEMA public', moved.name); END LOOP; END $$;`
}

/** A name for use in a statement. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
