import type { Client } from 'pg'
import { knownMigrations } from './migrations'

/** The newest migration of Earmark in a database. */
export interface Applied {
  /** Its creation time (ms); undefined if Earmark has never run here. */
  at: number | undefined
  /** Whether it is in the journal of earlier versions, which every application that uses Drizzle shares. */
  isShared: boolean
}

/** Only the rows of this build's migrations are Earmark's. */
const OURS = 'created_at = any($1::bigint[])'

/**
 * Finds the newest migration of Earmark.
 * @param folder contains the migrations of this build.
 */
export async function newestApplied(client: Client, folder: string): Promise<Applied> {
  if (await hasTable(client, 'public', 'earmark_migrations')) {
    return {
      at: await newestIn(client, 'select max(created_at)::text as at from public.earmark_migrations'),
      isShared: false,
    }
  }
  if (!(await hasTable(client, 'drizzle', '__drizzle_migrations'))) return { at: undefined, isShared: false }
  const [first, ...later] = timesOf(folder)
  const at = await newestIn(
    client,
    `select max(created_at)::text as at from drizzle.__drizzle_migrations
       where ${OURS} and exists (select from drizzle.__drizzle_migrations where created_at = $2)`,
    [[first, ...later], first],
  )
  return { at, isShared: at !== undefined }
}

/** Creates Earmark's journal, and moves its rows there from the shared one. */
export async function createJournal(client: Client, folder: string, { isShared }: Applied): Promise<void> {
  await client.query(
    'create table if not exists public.earmark_migrations (id serial primary key, hash text not null, created_at bigint not null)',
  )
  if (!isShared) return
  // Another application would take the newest of these rows for its own.
  await client.query(
    `with moved as (delete from drizzle.__drizzle_migrations where ${OURS} returning hash, created_at)
       insert into public.earmark_migrations (hash, created_at) select hash, created_at from moved order by created_at`,
    [timesOf(folder)],
  )
}

/** Records a migration. @param when its creation time (ms). */
export async function record(client: Client, hash: string, when: number): Promise<void> {
  await client.query('insert into public.earmark_migrations (hash, created_at) values ($1, $2)', [hash, when])
}

/** Whether another application migrates this database with Drizzle. */
export const sharesJournal = (client: Client): Promise<boolean> =>
  hasTable(client, 'drizzle', '__drizzle_migrations')

const timesOf = (folder: string): number[] => knownMigrations(folder).map(({ when }) => when)

async function newestIn(client: Client, query: string, values: unknown[] = []): Promise<number | undefined> {
  const newest = await client.query<{ at: string | null }>(query, values)
  const at = newest.rows[0]?.at
  return at ? Number(at) : undefined
}

/**
 * Queries the catalog tables, because a connection caches names that `to_regclass` did not find, even while it waits
 * for the instance that creates them.
 */
async function hasTable(client: Client, schema: string, table: string): Promise<boolean> {
  const found = await client.query(
    'select from pg_catalog.pg_tables where schemaname = $1 and tablename = $2',
    [schema, table],
  )
  return found.rowCount === 1
}
