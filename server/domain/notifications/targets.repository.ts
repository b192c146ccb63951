import { and, asc, count, desc, eq, gt, isNull, max, min, not, sql } from 'drizzle-orm'
import type { Language } from '#contract/words/messages'
import type { Database, Transaction } from '#server/db/database'
import { isUniqueViolation } from '#server/db/failures'
import { isOneOf } from '#server/db/sql-values'
import { bind } from '#server/domain/bind'
import type { Owner, StoredTarget } from './notifications.types'
import { targetColumns } from './target-columns'
import type { LastDelivery, TargetDeliveries } from './target-presentation.rules'

/** The state of a target without deliveries. */
const NO_DELIVERIES: TargetDeliveries = {
  last: null,
  lastEnded: null,
  failingSince: null,
  pending: 0,
  failed: 0,
}

type StoredDelivery = LastDelivery & { id: string }

export type NewTarget = StoredTarget & { nameKey: string }

/** A step of the transaction of a change. */
type First = (within: Transaction) => Promise<void>

export type TargetsRepository = ReturnType<typeof createTargetsRepository>

const contextOf = ({ database }: { database: Database }) => {
  const { notificationTargets: targets, deliveries, users } = database.tables
  const columns = targetColumns(database.tables)
  const ownedBy = (owner: Owner) => (owner === null ? isNull(targets.ownerId) : eq(targets.ownerId, owner))
  const one = (owner: Owner, id: string) => and(eq(targets.id, id), ownedBy(owner))
  return { database, targets, deliveries, users, columns, ownedBy, one }
}
type Context = ReturnType<typeof contextOf>

/** Stores notification targets. */
export function createTargetsRepository(dependencies: { database: Database }) {
  return bind(contextOf(dependencies), {
    list,
    listAll,
    count: countOwned,
    find,
    deliveriesOf,
    add,
    replace,
    toggle,
    remove,
    removeAllOf,
    languageOf,
  })
}

function toRow({ sealedUrl, sealedHeaders, ...target }: NewTarget) {
  return { ...target, url: sealedUrl, headers: sealedHeaders }
}

/** The newest delivery of each target in the given states. */
async function findNewest(
  { database, deliveries, targets }: Context,
  targetIds: readonly string[],
  state: LastDelivery['state'],
): Promise<Map<string, StoredDelivery>> {
  const newest = database.read
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(eq(deliveries.targetId, targets.id), eq(deliveries.state, state)))
    .orderBy(desc(deliveries.updatedAt), desc(deliveries.id))
    .limit(1)
  const rows = await database.read
    .select({
      targetId: targets.id,
      id: deliveries.id,
      state: deliveries.state,
      attempts: deliveries.attempts,
      cause: deliveries.cause,
      nextAttemptAt: deliveries.nextAttemptAt,
      updatedAt: deliveries.updatedAt,
    })
    .from(targets)
    .innerJoin(deliveries, eq(deliveries.id, newest))
    .where(isOneOf(database, targets.id, targetIds))
  return new Map(rows.map(({ targetId, ...delivery }) => [targetId, delivery]))
}

/** The newest of several optional deliveries. */
function newestOf(...deliveries: (StoredDelivery | undefined)[]): StoredDelivery | null {
  const newestFirst = deliveries
    .filter((delivery) => delivery !== undefined)
    .toSorted((one, other) => Number(other.updatedAt) - Number(one.updatedAt) || (one.id < other.id ? 1 : -1))
  return newestFirst[0] ?? null
}

/** For each target, the first failure since the last delivered message. */
async function findFailingSince(
  { database, deliveries, targets }: Context,
  targetIds: readonly string[],
): Promise<Map<string, Date>> {
  if (targetIds.length === 0) return new Map()
  const { updatedAt } = deliveries
  const ofTarget = (state: LastDelivery['state']) =>
    and(eq(deliveries.targetId, targets.id), eq(deliveries.state, state))
  const arrived = database.read
    .select({ at: max(updatedAt) })
    .from(deliveries)
    .where(ofTarget('delivered'))
  const since = database.read
    .select({ at: min(updatedAt) })
    .from(deliveries)
    .where(
      and(
        ofTarget('failed'),
        gt(updatedAt, sql`coalesce((${arrived}), ${sql.param(new Date(0), updatedAt)})`),
      ),
    )
  const rows = await database.read
    .select({ targetId: targets.id, since: sql<Date | null>`(${since})`.mapWith(updatedAt) })
    .from(targets)
    .where(isOneOf(database, targets.id, targetIds))
  return new Map(rows.flatMap(({ targetId, since }) => (since === null ? [] : [[targetId, since]])))
}

/**
 * Waiting and failed deliveries of each target. Counted one target at a time, because grouping takes longer.
 */
async function countByState(
  { database, deliveries, targets }: Context,
  targetIds: readonly string[],
): Promise<Map<string, Pick<TargetDeliveries, 'pending' | 'failed'>>> {
  const countOf = (state: LastDelivery['state']) => {
    const counted = database.read
      .select({ rows: count() })
      .from(deliveries)
      .where(and(eq(deliveries.targetId, targets.id), eq(deliveries.state, state)))
    return sql<number>`(${counted})`.mapWith(Number)
  }
  const rows = await database.read
    .select({ targetId: targets.id, pending: countOf('pending'), failed: countOf('failed') })
    .from(targets)
    .where(isOneOf(database, targets.id, targetIds))
  return new Map(rows.map(({ targetId, ...counts }) => [targetId, counts]))
}

/** @returns an owner's targets, sorted by name. */
function list({ database, columns, targets, ownedBy }: Context, owner: Owner): Promise<StoredTarget[]> {
  return database.read.select(columns).from(targets).where(ownedBy(owner)).orderBy(asc(targets.nameKey))
}

/** Everyone's targets. */
function listAll({ database, columns, targets }: Context): Promise<StoredTarget[]> {
  return database.read.select(columns).from(targets).orderBy(asc(targets.nameKey))
}

/** The number of an owner's targets, which is reliable while the owner is locked. */
function countOwned({ targets, ownedBy }: Context, within: Transaction, owner: Owner): Promise<number> {
  return within.$count(targets, ownedBy(owner))
}

async function find(context: Context, owner: Owner, id: string): Promise<StoredTarget | null> {
  const { database, columns, targets, one } = context
  const [row] = await database.read.select(columns).from(targets).where(one(owner, id))
  return row ?? null
}

/** The state of some targets' deliveries. */
async function deliveriesOf(
  context: Context,
  targetIds: readonly string[],
): Promise<(targetId: string) => TargetDeliveries> {
  if (targetIds.length === 0) return () => NO_DELIVERIES
  const [pending, delivered, failed, counts] = await Promise.all([
    findNewest(context, targetIds, 'pending'),
    findNewest(context, targetIds, 'delivered'),
    findNewest(context, targetIds, 'failed'),
    countByState(context, targetIds),
  ])
  const lastEnded = (id: string) => newestOf(delivered.get(id), failed.get(id))
  const failing = targetIds.filter((id) => lastEnded(id)?.state === 'failed')
  const failingSince = await findFailingSince(context, failing)
  return (id) => ({
    last: newestOf(pending.get(id), delivered.get(id), failed.get(id)),
    lastEnded: lastEnded(id),
    failingSince: failingSince.get(id) ?? null,
    pending: counts.get(id)?.pending ?? 0,
    failed: counts.get(id)?.failed ?? 0,
  })
}

/** @returns false if another target of the owner has the name. */
async function add(
  { targets }: Context,
  within: Transaction,
  target: NewTarget,
  now: Date,
): Promise<boolean> {
  const added = await within
    .insert(targets)
    .values({ ...toRow(target), createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning({ id: targets.id })
  return added.length > 0
}

/**
 * Changes a target if it has not changed since it was read: its encrypted texts differ after every change
 * except toggling.
 * @param first runs before the change, in its transaction.
 * @returns `changed` if someone else changed or deleted it in the meantime.
 */
async function replace(
  { database, targets }: Context,
  before: StoredTarget,
  after: NewTarget,
  now: Date,
  first?: First,
): Promise<'replaced' | 'changed' | 'name_taken'> {
  try {
    const replaced = await database.write(async (transaction) => {
      await first?.(transaction)
      return transaction
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
        .returning({ id: targets.id })
    })
    return replaced.length > 0 ? 'replaced' : 'changed'
  } catch (error) {
    if (isUniqueViolation(error)) return 'name_taken'
    throw error
  }
}

/** Toggles a target on or off. @param first runs before the change, in its transaction. */
async function toggle(
  { database, targets, one, columns }: Context,
  owner: Owner,
  id: string,
  now: Date,
  first?: First,
): Promise<StoredTarget | null> {
  const [row] = await database.write(async (transaction) => {
    await first?.(transaction)
    return transaction
      .update(targets)
      .set({ enabled: sql`${not(sql`${targets.enabled}`)}`, updatedAt: now })
      .where(one(owner, id))
      .returning(columns)
  })
  return row ?? null
}

/**
 * Deletes a target with its deliveries.
 * @param first runs before, in the same transaction.
 * @returns false if there is no such target.
 */
async function remove(
  { database, targets, one }: Context,
  owner: Owner,
  id: string,
  first?: First,
): Promise<boolean> {
  const removed = await database.write(async (transaction) => {
    await first?.(transaction)
    return transaction.delete(targets).where(one(owner, id)).returning({ id: targets.id })
  })
  return removed.length > 0
}

/** Deletes a person's devices, which receive push notifications, or their other targets. */
async function removeAllOf(
  { targets }: Context,
  within: Transaction,
  userId: string,
  which: { targets: boolean; devices: boolean },
): Promise<void> {
  const isDevice = eq(targets.kind, 'web_push')
  if (which.targets) await within.delete(targets).where(and(eq(targets.ownerId, userId), not(isDevice)))
  if (which.devices) await within.delete(targets).where(and(eq(targets.ownerId, userId), isDevice))
}

/** The language that a person has chosen. */
async function languageOf({ database, users }: Context, userId: string): Promise<Language | null> {
  const [row] = await database.read
    .select({ language: users.language })
    .from(users)
    .where(eq(users.id, userId))
  return row?.language ?? null
}
