import { asc, count, desc, getTableName, lt } from 'drizzle-orm'
import type { Database } from '#server/db/database'
import { isOneOf } from '#server/db/sql-values'
import type { KeptRows } from '#server/domain/retention/retention.types'

/** Rows per transaction. */
const STEP = 100

/** Deletes old and surplus entries of the audit log. */
export function createKeptAudit({ database }: { database: Database }): KeptRows {
  const { read } = database
  const { auditEntries } = database.tables

  return {
    tables: [getTableName(auditEntries)],

    async count() {
      const [counted] = await read.select({ rows: count() }).from(auditEntries)
      return counted?.rows ?? 0
    },

    async findOldestOf(newest) {
      const [oldest] = await read
        .select({ at: auditEntries.at })
        .from(auditEntries)
        .orderBy(desc(auditEntries.at), desc(auditEntries.id))
        .limit(1)
        .offset(newest - 1)
      return oldest?.at ?? null
    },

    async removeSome(before) {
      const old = await read
        .select({ at: auditEntries.at, id: auditEntries.id })
        .from(auditEntries)
        .where(lt(auditEntries.at, before))
        .orderBy(asc(auditEntries.at), asc(auditEntries.id))
        .limit(STEP)
      if (old.length === 0) return { removed: 0, next: null }
      const ids = old.map(({ id }) => id)
      const removed = await database.write((within) =>
        within
          .delete(auditEntries)
          .where(isOneOf(database, auditEntries.id, ids))
          .returning({ id: auditEntries.id }),
      )
      return { removed: removed.length, next: old.length < STEP ? null : (old.at(-1) ?? null) }
    },
  }
}
