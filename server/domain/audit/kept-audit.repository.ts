import { getTableName } from 'drizzle-orm'
import type { Database } from '#server/db/database'
import { createOldRows } from '#server/db/old-rows'
import { isOneOf } from '#server/db/sql-values'
import type { KeptRows } from '#server/db/kept-rows.types'

/** Deletes old and surplus entries of the audit log. */
export function createKeptAudit({ database }: { database: Database }): KeptRows {
  const { auditEntries } = database.tables
  const { at, id } = auditEntries
  return {
    tables: [getTableName(auditEntries)],
    ...createOldRows(database, {
      table: auditEntries,
      at,
      id,
      remove: (within, ids) =>
        within
          .delete(auditEntries)
          .where(isOneOf(database, id, ids))
          .returning({ id }),
    }),
  }
}
