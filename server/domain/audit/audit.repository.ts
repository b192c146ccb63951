import { count, desc, eq } from 'drizzle-orm'
import type { AuditNote } from '#contract/audit-note'
import type { AuditKind, ListAuditQuery } from '#contract/audit'
import type { Database, Transaction } from '#server/db/database'

export interface StoredAuditEntry {
  id: string
  kind: AuditKind
  actor: string | null
  subject: string | null
  note: AuditNote | null
  address: string | null
  at: Date
}

export type AuditRepository = ReturnType<typeof createAuditRepository>

export function createAuditRepository({ database }: { database: Database }) {
  const { auditEntries } = database.tables

  return {
    /** Stores an entry, in the transaction of the event if one is given. */
    async insert(entry: StoredAuditEntry, transaction?: Transaction): Promise<void> {
      const write = async (within: Transaction) => void (await within.insert(auditEntries).values(entry))
      await (transaction ? write(transaction) : database.write(write))
    },

    /** A page of entries, newest first, and the total. */
    async list(query: ListAuditQuery): Promise<{ entries: StoredAuditEntry[]; total: number }> {
      const matching = query.kind && eq(auditEntries.kind, query.kind)
      const [entries, [counted]] = await Promise.all([
        database.read
          .select()
          .from(auditEntries)
          .where(matching)
          .orderBy(desc(auditEntries.at), desc(auditEntries.id))
          .limit(query.limit)
          .offset(query.offset),
        database.read.select({ total: count() }).from(auditEntries).where(matching),
      ])
      return { entries, total: counted?.total ?? 0 }
    },
  }
}
