import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { Client } from 'pg'
import type { Timed } from '#server/platform/start-steps'
import { pendingMigrations } from './migrations'
import type { Limits } from './postgres-connection'
import { createJournal, newestApplied, record, type Applied } from './postgres-journal'
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
 * @param beforeFirst runs before the very first migration; if it throws, nothing has changed.
 * @throws StartError if the database is newer than this build.
 */
export async function migratePostgres(
  client: Client,
  folder: string,
  timed: Timed,
  beforeFirst: (client: Client) => Promise<void> = async () => undefined,
): Promise<void> {
  const isDone = ({ at, isShared }: Applied) => !isShared && pendingMigrations(folder, at).length === 0
  if (isDone(await newestApplied(client, folder))) return
  await inTransaction(client, UNLIMITED, async () => {
    await timed('waiting for other instances', () =>
      client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]),
    )
    const applied = await newestApplied(client, folder)
    if (isDone(applied)) return
    if (applied.at === undefined) await beforeFirst(client)
    await timed('migrating the database', () => migrate(client, folder, applied))
  })
}

async function migrate(client: Client, folder: string, applied: Applied): Promise<void> {
  await createJournal(client, folder, applied)
  for (const { sql, hash, folderMillis } of readMigrationFiles({ migrationsFolder: folder })) {
    if (applied.at !== undefined && folderMillis <= applied.at) continue
    for (const statement of sql) await client.query(statement)
    await record(client, hash, folderMillis)
  }
}
