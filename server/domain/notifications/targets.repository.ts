import { and, asc, count, desc, eq, gt, inArray, isNull, min, ne, not, or, sql } from 'drizzle-orm'
import type { Database } from '#server/db/database'
import { isUniqueViolation } from '#server/db/failures'
import type { Owner, StoredTarget } from './notifications.types'
import { targetColumns } from './target-columns'
import type { LastDelivery, TargetDeliveries } from './target-presentation.rules'

export type NewTarget = StoredTarget & { nameKey: string }

export type TargetsRepository = ReturnType<typeof createTargetsRepository>

/** Stores where notifications go. */
export function createTargetsRepository({ database }: { database: Database }) {
  const { notificationTargets: targets, deliveries } = database.tables
  const columns = targetColumns(database.tables)

  function toRow({ sealedUrl, sealedHeaders, ...target }: NewTarget) {
    return { ...target, url: sealedUrl, headers: sealedHeaders }
  }

  const ownedBy = (owner: Owner) => (owner === null ? isNull(targets.ownerId) : eq(targets.ownerId, owner))
  const one = (owner: Owner, id: string) => and(eq(targets.id, id), ownedBy(owner))

  /** The newest delivery of each of some targets, of all or of those that stand as asked. */
  async function findNewest(
    targetIds: readonly string[],
    which: 'all' | 'ended' | 'delivered',
  ): Promise<Map<string, LastDelivery>> {
    const newest = database.read
      .select({ id: deliveries.id })
      .from(deliveries)
      .where(
        and(
          eq(deliveries.targetId, targets.id),
          which === 'ended' ? ne(deliveries.state, 'pending') : undefined,
          which === 'delivered' ? eq(deliveries.state, 'delivered') : undefined,
        ),
      )
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
  }

  /** When the first delivery failed for good after the last one that arrived, of each of some targets. */
  async function findFailingSince(targetIds: readonly string[]): Promise<Map<string, Date>> {
    if (targetIds.length === 0) return new Map()
    const arrived = await findNewest(targetIds, 'delivered')
    const rows = await database.read
      .select({ targetId: deliveries.targetId, since: min(deliveries.updatedAt) })
      .from(deliveries)
      .where(
        and(
          eq(deliveries.state, 'failed'),
          or(
            ...targetIds.map((id) => {
              const last = arrived.get(id)
              return and(eq(deliveries.targetId, id), last && gt(deliveries.updatedAt, last.updatedAt))
            }),
          ),
        ),
      )
      .groupBy(deliveries.targetId)
    return new Map(rows.flatMap(({ targetId, since }) => (since === null ? [] : [[targetId, since]])))
  }

  async function countByState(targetIds: readonly string[]): Promise<Map<string, number>> {
    const rows = await database.read
      .select({ targetId: deliveries.targetId, state: deliveries.state, rows: count() })
      .from(deliveries)
      .where(and(inArray(deliveries.targetId, [...targetIds]), ne(deliveries.state, 'delivered')))
      .groupBy(deliveries.targetId, deliveries.state)
    return new Map(rows.map((row) => [`${row.state} ${row.targetId}`, row.rows]))
  }

  return {
    /** @returns every target of an owner, by name. */
    list(owner: Owner): Promise<StoredTarget[]> {
      return database.read.select(columns).from(targets).where(ownedBy(owner)).orderBy(asc(targets.nameKey))
    },

    count: (owner: Owner): Promise<number> => database.read.$count(targets, ownedBy(owner)),

    async find(owner: Owner, id: string): Promise<StoredTarget | null> {
      const [row] = await database.read.select(columns).from(targets).where(one(owner, id))
      return row ?? null
    },

    /** How the deliveries of some targets stand. */
    async deliveriesOf(targetIds: readonly string[]): Promise<(targetId: string) => TargetDeliveries> {
      const [last, ended, counts] =
        targetIds.length === 0
          ? [new Map<string, LastDelivery>(), new Map<string, LastDelivery>(), new Map<string, number>()]
          : await Promise.all([
              findNewest(targetIds, 'all'),
              findNewest(targetIds, 'ended'),
              countByState(targetIds),
            ])
      const failing = targetIds.filter((id) => ended.get(id)?.state === 'failed')
      const failingSince = await findFailingSince(failing)
      return (id) => ({
        last: last.get(id) ?? null,
        lastEnded: ended.get(id) ?? null,
        failingSince: failingSince.get(id) ?? null,
        pending: counts.get(`pending ${id}`) ?? 0,
        failed: counts.get(`failed ${id}`) ?? 0,
      })
    },

    /** @returns false when another target of the owner has the name. */
    async add(target: NewTarget, now: Date): Promise<boolean> {
      const added = await database.write((transaction) =>
        transaction
          .insert(targets)
          .values({ ...toRow(target), createdAt: now, updatedAt: now })
          .onConflictDoNothing()
          .returning({ id: targets.id }),
      )
      return added.length > 0
    },

    /**
     * Changes a target while it is as it was read: sealed texts differ with every change but that of the switch.
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
                eq(targets.enabled, before.enabled),
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
    async toggle(owner: Owner, id: string, now: Date): Promise<StoredTarget | null> {
      const [row] = await database.write((transaction) =>
        transaction
          .update(targets)
          .set({ enabled: sql`${not(sql`${targets.enabled}`)}`, updatedAt: now })
          .where(one(owner, id))
          .returning(columns),
      )
      return row ?? null
    },

    /** Removes a target with its deliveries. @returns false when there is none. */
    async remove(owner: Owner, id: string): Promise<boolean> {
      const removed = await database.write((transaction) =>
        transaction.delete(targets).where(one(owner, id)).returning({ id: targets.id }),
      )
      return removed.length > 0
    },
  }
}
