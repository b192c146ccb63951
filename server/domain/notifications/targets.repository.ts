import { and, asc, count, desc, eq, gt, inArray, isNull, min, ne, not, or, sql } from 'drizzle-orm'
import type { Database } from '#server/db/database'
import { isUniqueViolation } from '#server/db/failures'
import { bind } from '#server/domain/bind'
import type { Owner, StoredTarget } from './notifications.types'
import { targetColumns } from './target-columns'
import type { LastDelivery, TargetDeliveries } from './target-presentation.rules'

export type NewTarget = StoredTarget & { nameKey: string }

export type TargetsRepository = ReturnType<typeof createTargetsRepository>

const contextOf = ({ database }: { database: Database }) => {
  const { notificationTargets: targets, deliveries } = database.tables
  const columns = targetColumns(database.tables)
  const ownedBy = (owner: Owner) => (owner === null ? isNull(targets.ownerId) : eq(targets.ownerId, owner))
  const one = (owner: Owner, id: string) => and(eq(targets.id, id), ownedBy(owner))
  return { database, targets, deliveries, columns, ownedBy, one }
}
type Context = ReturnType<typeof contextOf>

/** Stores where notifications go. */
export function createTargetsRepository(dependencies: { database: Database }) {
  return bind(contextOf(dependencies), {
    list,
    count: countOwned,
    find,
    deliveriesOf,
    add,
    replace,
    toggle,
    remove,
  })
}

function toRow({ sealedUrl, sealedHeaders, ...target }: NewTarget) {
  return { ...target, url: sealedUrl, headers: sealedHeaders }
}

/** The newest delivery of each of some targets, of all or of those that stand as asked. */
async function findNewest(
  { database, deliveries, targets }: Context,
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
      cause: deliveries.cause,
      nextAttemptAt: deliveries.nextAttemptAt,
      updatedAt: deliveries.updatedAt,
    })
    .from(targets)
    .innerJoin(deliveries, eq(deliveries.id, newest))
    .where(inArray(targets.id, [...targetIds]))
  return new Map(rows.map(({ targetId, ...delivery }) => [targetId, delivery]))
}

/** When the first delivery failed for good after the last one that arrived, of each of some targets. */
async function findFailingSince(context: Context, targetIds: readonly string[]): Promise<Map<string, Date>> {
  const { database, deliveries } = context
  if (targetIds.length === 0) return new Map()
  const arrived = await findNewest(context, targetIds, 'delivered')
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

async function countByState(context: Context, targetIds: readonly string[]): Promise<Map<string, number>> {
  const { database, deliveries } = context
  const rows = await database.read
    .select({ targetId: deliveries.targetId, state: deliveries.state, rows: count() })
    .from(deliveries)
    .where(and(inArray(deliveries.targetId, [...targetIds]), ne(deliveries.state, 'delivered')))
    .groupBy(deliveries.targetId, deliveries.state)
  return new Map(rows.map((row) => [`${row.state} ${row.targetId}`, row.rows]))
}

/** @returns every target of an owner, by name. */
function list({ database, columns, targets, ownedBy }: Context, owner: Owner): Promise<StoredTarget[]> {
  return database.read.select(columns).from(targets).where(ownedBy(owner)).orderBy(asc(targets.nameKey))
}

function countOwned({ database, targets, ownedBy }: Context, owner: Owner): Promise<number> {
  return database.read.$count(targets, ownedBy(owner))
}

async function find(context: Context, owner: Owner, id: string): Promise<StoredTarget | null> {
  const { database, columns, targets, one } = context
  const [row] = await database.read.select(columns).from(targets).where(one(owner, id))
  return row ?? null
}

/** How the deliveries of some targets stand. */
async function deliveriesOf(
  context: Context,
  targetIds: readonly string[],
): Promise<(targetId: string) => TargetDeliveries> {
  const [last, ended, counts] =
    targetIds.length === 0
      ? [new Map<string, LastDelivery>(), new Map<string, LastDelivery>(), new Map<string, number>()]
      : await Promise.all([
          findNewest(context, targetIds, 'all'),
          findNewest(context, targetIds, 'ended'),
          countByState(context, targetIds),
        ])
  const failing = targetIds.filter((id) => ended.get(id)?.state === 'failed')
  const failingSince = await findFailingSince(context, failing)
  return (id) => ({
    last: last.get(id) ?? null,
    lastEnded: ended.get(id) ?? null,
    failingSince: failingSince.get(id) ?? null,
    pending: counts.get(`pending ${id}`) ?? 0,
    failed: counts.get(`failed ${id}`) ?? 0,
  })
}

/** @returns false when another target of the owner has the name. */
async function add({ database, targets }: Context, target: NewTarget, now: Date): Promise<boolean> {
  const added = await database.write((transaction) =>
    transaction
      .insert(targets)
      .values({ ...toRow(target), createdAt: now, updatedAt: now })
      .onConflictDoNothing()
      .returning({ id: targets.id }),
  )
  return added.length > 0
}

/**
 * Changes a target while it is as it was read: sealed texts differ with every change but that of the switch.
 * @returns `changed` when somebody else changed or deleted it meanwhile.
 */
async function replace(
  { database, targets }: Context,
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
}

/** Switches a target off when it is on, else on. */
async function toggle(context: Context, owner: Owner, id: string, now: Date): Promise<StoredTarget | null> {
  const { database, targets, one, columns } = context
  const [row] = await database.write((transaction) =>
    transaction
      .update(targets)
      .set({ enabled: sql`${not(sql`${targets.enabled}`)}`, updatedAt: now })
      .where(one(owner, id))
      .returning(columns),
  )
  return row ?? null
}

/** Removes a target with its deliveries. @returns false when there is none. */
async function remove({ database, targets, one }: Context, owner: Owner, id: string): Promise<boolean> {
  const removed = await database.write((transaction) =>
    transaction.delete(targets).where(one(owner, id)).returning({ id: targets.id }),
  )
  return removed.length > 0
}
