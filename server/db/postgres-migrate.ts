import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { Client } from 'pg'
import type { Timed } from '#server/platform/start-steps'
import { pendingMigrations } from './migrations'
import type { Limits } from './postgres-connection'
import { inTransaction } from './postgres-transaction'

/** Lock number shared by all instances of Earmark, so that only one migrates at a time. */
const MIGRATION_LOCK = 0x6561726d
/**
 * Migrating large tables and waiting for other instances can take long; a busy machine may pause between two
 * statements.
 */
const UNLIMITED: Limits = { statement: 0, lock: 0, idleInTransaction: 0 }

/**
 * Migrates the schema. Of instances that start together, one migrates and the others wait: lock and migration
 * are one transaction, which also works behind a pooler.
 * @param folder contains the migrations.
 * @throws StartError if the database is newer than this build.
 */
export async function migratePostgres(client: Client, folder: string, timed: Timed): Promise<void> {
  if (pendingMigrations(folder, await newestApplied(client)).length === 0) return
  await inTransaction(client, UNLIMITED, async () => {
    await timed('waiting for other instances', () =>
      client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]),
    )
    const applied = await newestApplied(client)
    if (pendingMigrations(folder, applied).length === 0) return
    await timed('migrating the database', () => migrate(client, folder, applied))
  })
}

/** Uses the same table as Drizzle's own migrator. */
async function migrate(client: Client, folder: string, applied: number | undefined): Promise<void> {
  if (applied === undefined) {
    await client.query('create schema if not exists drizzle')
    await client.query(
      'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
    )
  }
  for (const { sql, hash, folderMillis } of readMigrationFiles({ migrationsFolder: folder })) {
    if (applied !== undefined && folderMillis <= applied) continue
    for (const statement of sql) await client.query(statement)
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      folderMillis,
    ])
  }
}

/**
 * Queries the catalog tables, because a connection caches names that `to_regclass` did not find, even while it waits
 * for the instance that creates them.
 * @returns the creation time (ms) of the newest applied migration; undefined for an empty database.
 */
async function newestApplied(client: Client): Promise<number | undefined> {
  const tables = await client.query(
    "select from pg_catalog.pg_tables where schemaname = 'drizzle' and tablename = '__drizzle_migrations'",
  )
  if (tables.rowCount === 0) return undefined
  const newest = await client.query<{ at: string | null }>(
    'select max(created_at)::text as at from drizzle.__drizzle_migrations',
  )
  const at = newest.rows[0]?.at
  return at ? Number(at) : undefined
}
