import { and, asc, desc, eq, inArray, not, sql } from 'drizzle-orm'
import type { Database } from '#server/db/database'
import { isUniqueViolation } from '#server/db/failures'
import type { StoredTarget } from './notifications.types'

/** The newest delivery of a target. */
export interface LastDelivery {
  state: 'pending' | 'delivered' | 'failed'
  attempts: number
  error: string | null
  nextAttemptAt: Date
  updatedAt: Date
}

export type NewTarget = StoredTarget & { nameKey: string }

export type TargetsRepository = ReturnType<typeof createTargetsRepository>

/** Stores where notifications go. */
export function createTargetsRepository({ database }: { database: Database }) {
  const { notificationTargets: targets, deliveries } = database.tables
  const columns = {
    id: targets.id,
    name: targets.name,
    sealedUrl: targets.url,
    sealedHeaders: targets.headers,
    events: targets.events,
    bodyType: targets.bodyType,
    body: targets.body,
    enabled: targets.enabled,
  }

  function toRow({ sealedUrl, sealedHeaders, ...target }: NewTarget) {
    return { ...target, url: sealedUrl, headers: sealedHeaders }
  }

  return {
    /** @returns every target, by name. */
    list(): Promise<StoredTarget[]> {
      return database.read.select(columns).from(targets).orderBy(asc(targets.nameKey))
    },

    async find(id: string): Promise<StoredTarget | null> {
      const [row] = await database.read.select(columns).from(targets).where(eq(targets.id, id))
      return row ?? null
    },

    /** The newest delivery of each of some targets. */
    async lastDeliveries(targetIds: readonly string[]): Promise<Map<string, LastDelivery>> {
      if (targetIds.length === 0) return new Map()
      const newest = database.read
        .select({ id: deliveries.id })
        .from(deliveries)
        .where(eq(deliveries.targetId, targets.id))
        .orderBy(desc(deliveries.updatedAt), desc(deliveries.id))
        .limit(1)
      const rows = await database.read
        .select({
          targetId: targets.id,
          state: deliveries.state,
          attempts: deliveries.attempts,
          error: deliveries.lastError,
          nextAttemptAt: deliveries.nextAttemptAt,
          updatedAt: deliveries.updatedAt,
        })
        .from(targets)
        .innerJoin(deliveries, eq(deliveries.id, newest))
        .where(inArray(targets.id, [...targetIds]))
      return new Map(rows.map(({ targetId, ...delivery }) => [targetId, delivery]))
    },

    /** @returns false when another target has the name. */
    async add(target: NewTarget, now: Date): Promise<boolean> {
      const added = await database.write((transaction) =>
        transaction
          .insert(targets)
          .values({ ...toRow(target), createdAt: now, updatedAt: now })
          .onConflictDoNothing({ target: targets.nameKey })
          .returning({ id: targets.id }),
      )
      return added.length > 0
    },

    /**
     * Changes a target while it is as it was read: sealed texts differ with every change.
     * @returns `changed` when somebody else changed or deleted it meanwhile.
     */
    async replace(
      before: StoredTarget,
      after: NewTarget,
      now: Date,
    ): Promise<'replaced' | 'changed' | 'name_taken'> {
      try {
        const replaced = await database.write((transaction) =>
          transaction
            .update(targets)
            .set({ ...toRow(after), updatedAt: now })
            .where(
              and(
                eq(targets.id, before.id),
                eq(targets.url, before.sealedUrl),
                eq(targets.headers, before.sealedHeaders),
              ),
            )
            .returning({ id: targets.id }),
        )
        return replaced.length > 0 ? 'replaced' : 'changed'
      } catch (error) {
        if (isUniqueViolation(error)) return 'name_taken'
        throw error
      }
    },

    /** Switches a target off when it is on, else on. */
    async toggle(id: string, now: Date): Promise<StoredTarget | null> {
      const [row] = await database.write((transaction) =>
        transaction
          .update(targets)
          .set({ enabled: sql`${not(sql`${targets.enabled}`)}`, updatedAt: now })
          .where(eq(targets.id, id))
          .returning(columns),
      )
      return row ?? null
    },

    /** Removes a target with its deliveries. @returns false when there is none. */
    async remove(id: string): Promise<boolean> {
      const removed = await database.write((transaction) =>
        transaction.delete(targets).where(eq(targets.id, id)).returning({ id: targets.id }),
      )
      return removed.length > 0
    },
  }
}
