import { desc, eq } from 'drizzle-orm'
import type { ListAuditQuery } from '#contract/audit'
import type { Database, Transaction } from '#server/db/database'
import type { Row } from '#server/db/tables'

export type AuditRepository = ReturnType<typeof createAuditRepository>

export function createAuditRepository({ database }: { database: Database }) {
  const { auditEntries } = database.tables

  return {
    /** Stores an entry, in the transaction of the event if one is given. */
    async insert(entry: Row<'auditEntries'>, transaction?: Transaction): Promise<void> {
      const write = async (within: Transaction) => void (await within.insert(auditEntries).values(entry))
      await (transaction ? write(transaction) : database.write(write))
    },

    /** A page of entries, newest first, and the total. */
    async list(query: ListAuditQuery): Promise<{ entries: Row<'auditEntries'>[]; total: number }> {
      const matching = query.kind && eq(auditEntries.kind, query.kind)
      const [entries, total] = await Promise.all([
        database.read
          .select()
          .from(auditEntries)
          .where(matching)
          .orderBy(desc(auditEntries.at), desc(auditEntries.id))
          .limit(query.limit)
          .offset(query.offset),
        database.read.$count(auditEntries, matching),
      ])
      return { entries, total }
    },
  }
}
