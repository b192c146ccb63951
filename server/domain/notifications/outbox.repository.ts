import { hasCome, isLeaseFree } from '#server/db/due'
import { LONGEST_PAUSE } from './delivery.rules'
import { and, asc, eq, exists, gt, inArray, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database'
import type { Row } from '#server/db/tables'
import { bind } from '#server/domain/bind'
import type { DeliveryVerdict } from './delivery.rules'
import type { NotificationEvent } from '#contract/notifications'
import type { Language } from '#contract/words/messages'
import type { Person, StoredMessage } from '#server/db/stored-message'
import type { Delivery, Owner, StoredTarget } from './notifications.types'
import { targetColumns } from './target-columns'

/** Deliveries that one sender has claimed until the lease ends. */
export interface Claim {
  owner: string
  leaseUntil: Date
  /** With the language of its owner, if they chose one. */
  target: StoredTarget & { ownerLanguage: Language | null }
  deliveries: Delivery[]
}

/** The result of one attempt, to be stored. */
export interface AttemptedDelivery {
  id: string
  /** The claim under which it was sent. */
  owner: string
  at: Date
  durationMs: number
  /** Number of attempts so far, including this one. */
  attempts: number
  status: number | null
  answer: string | null
  verdict: DeliveryVerdict
}

export type OutboxRepository = ReturnType<typeof createOutboxRepository>

const contextOf = ({ database }: { database: Database }) => {
  const { notificationTargets: targets, deliveries, deliveryAttempts, users } = database.tables
  /**
   * Ends a query for targets. On PostgreSQL it locks them against deletion until the transaction ends,
   * because a delivery to a deleted target would be refused. On SQLite, writers do not overlap.
   */
  const lockingTargets = (condition: SQL) =>
    database.dialect === 'postgres' ? sql`${condition} for key share` : condition
  return { database, targets, deliveries, deliveryAttempts, users, lockingTargets }
}
type Context = ReturnType<typeof contextOf>

/** The outbox: what to send to whom, who is sending it, and the results. */
export function createOutboxRepository(dependencies: { database: Database }) {
  return bind(contextOf(dependencies), {
    listSubscribed,
    listPeople,
    put,
    listDueTargets,
    findNextDue,
    claim,
    release,
    record,
    removeTarget,
  })
}

/** The delivery is waiting and due, and no one is sending it. */
function isDue({ deliveries }: Context, now: Date) {
  return and(
    eq(deliveries.state, 'pending'),
    hasCome(deliveries.nextAttemptAt, now, LONGEST_PAUSE),
    isLeaseFree(deliveries.leaseUntil, now),
  )
}

/** The enabled targets that subscribe to an event: those of the server and of the given users. */
async function listSubscribed(
  { targets, lockingTargets }: Context,
  transaction: Transaction,
  { event, requesterIds }: { event: NotificationEvent; requesterIds: readonly string[] },
): Promise<Pick<StoredTarget, 'id' | 'ownerId'>[]> {
  const ofServer = isNull(targets.ownerId)
  const owned = requesterIds.length > 0 ? or(ofServer, inArray(targets.ownerId, [...requesterIds])) : ofServer
  const enabled = await transaction
    .select({ id: targets.id, ownerId: targets.ownerId, events: targets.events })
    .from(targets)
    .where(lockingTargets(sql`${and(eq(targets.enabled, true), owned)}`))
  return enabled.filter(({ events }) => events.includes(event))
}

/** The given users, in the given order, without deleted ones. */
async function listPeople(
  { users }: Context,
  transaction: Transaction,
  ids: readonly string[],
): Promise<Person[]> {
  if (ids.length === 0) return []
  const people = await transaction
    .select({ id: users.id, username: users.username, extraData: users.extraData })
    .from(users)
    .where(inArray(users.id, [...ids]))
  const byId = new Map(people.map((person) => [person.id, person]))
  return [...new Set(ids)].flatMap((id) => byId.get(id) ?? [])
}

/** Rows per statement: a Durable Object refuses a statement with thousands of values. */
const CHUNK = 100

/** Inserts one row per target, unless the target already has one for this event. */
async function put(
  { deliveries }: Context,
  transaction: Transaction,
  { event, eventId }: { event: NotificationEvent; eventId: string },
  messages: readonly { targetId: string; ownerId: Owner; message: StoredMessage }[],
  now: Date,
): Promise<void> {
  const rows = messages.map((delivery) => ({
    id: crypto.randomUUID(),
    ...delivery,
    eventId,
    event,
    state: 'pending' as const,
    attempts: 0,
    nextAttemptAt: now,
    createdAt: now,
    updatedAt: now,
  }))
  for (let start = 0; start < rows.length; start += CHUNK) {
    const some = rows.slice(start, start + CHUNK)
    await transaction.insert(deliveries).values(some).onConflictDoNothing()
  }
}

/**
 * The enabled targets that can be sent to now.
 * @param personal whether to include users' targets.
 */
async function listDueTargets(
  context: Context,
  now: Date,
  personal: boolean,
): Promise<{ id: string; ownerId: Owner }[]> {
  const { database, deliveries, targets } = context
  const due = database.read
    .select({ one: sql`1` })
    .from(deliveries)
    .where(and(eq(deliveries.targetId, targets.id), isDue(context, now)))
  return database.read
    .select({ id: targets.id, ownerId: targets.ownerId })
    .from(targets)
    .where(and(eq(targets.enabled, true), personal ? undefined : isNull(targets.ownerId), exists(due)))
}

/**
 * @returns the next time at which something can be sent that cannot be sent now, or null if nothing is
 *   waiting.
 */
async function findNextDue({ deliveries, database, targets }: Context, now: Date): Promise<Date | null> {
  const dueAt = sql`case when ${deliveries.leaseUntil} > ${deliveries.nextAttemptAt} then ${deliveries.leaseUntil} else ${deliveries.nextAttemptAt} end`
  const enabled = database.read.select({ id: targets.id }).from(targets).where(eq(targets.enabled, true))
  const [row] = await database.read
    .select({ next: sql<Date | null>`min(${dueAt})`.mapWith(deliveries.nextAttemptAt) })
    .from(deliveries)
    .where(
      and(
        // Queried target by target: pending rows are found by their index, which SQLite does not use for a
        // join.
        inArray(deliveries.targetId, enabled),
        eq(deliveries.state, 'pending'),
        or(gt(deliveries.nextAttemptAt, now), gt(deliveries.leaseUntil, now)),
      ),
    )
  return row?.next ?? null
}

/**
 * Claims due deliveries of one target, oldest first. The update is conditional on the expected state, so of
 * two concurrent senders only one gets a row. On PostgreSQL the other does not even wait.
 * @returns null if there is nothing to send or the target is disabled.
 */
async function claim(
  context: Context,
  options: { targetId: string; limit: number; now: Date; leaseUntil: Date },
): Promise<Claim | null> {
  const { database, targets, deliveries, users } = context
  const { targetId, limit, now, leaseUntil } = options
  const owner = crypto.randomUUID()
  return database.write(async (transaction) => {
    const [target] = await transaction
      .select({ ...targetColumns(database.tables), ownerLanguage: users.language })
      .from(targets)
      .leftJoin(users, eq(users.id, targets.ownerId))
      .where(and(eq(targets.id, targetId), eq(targets.enabled, true)))
    if (!target) return null
    const due = transaction
      .select({ id: deliveries.id })
      .from(deliveries)
      .where(and(eq(deliveries.targetId, targetId), isDue(context, now)))
      .orderBy(asc(deliveries.nextAttemptAt))
      .limit(limit)
    // Without this, a second sender would wait for the first, only to find nothing left.
    const unlocked = database.dialect === 'postgres' ? sql` for update skip locked` : undefined
    const taken = await transaction
      .update(deliveries)
      .set({ leaseOwner: owner, leaseUntil })
      .where(and(sql`${deliveries.id} in (${due.getSQL()}${unlocked})`, isDue(context, now)))
      .returning({
        id: deliveries.id,
        event: deliveries.event,
        message: deliveries.message,
        attempts: deliveries.attempts,
        createdAt: deliveries.createdAt,
      })
    if (taken.length === 0) return null
    const inOrder = taken.toSorted((a, b) => Number(a.createdAt) - Number(b.createdAt))
    return { owner, leaseUntil, target, deliveries: inOrder }
  })
}

/** Deletes a target that is gone, with all its pending messages. */
async function removeTarget({ database, targets }: Context, id: string): Promise<void> {
  await database.write((transaction) => transaction.delete(targets).where(eq(targets.id, id)))
}

/** Releases deliveries that a sender claimed but did not send. */
async function release({ database, deliveries }: Context, owner: string): Promise<void> {
  await database.write(async (transaction) => {
    await transaction
      .update(deliveries)
      .set({ leaseOwner: null, leaseUntil: null })
      .where(eq(deliveries.leaseOwner, owner))
  })
}

/**
 * Stores the results of some attempts in one transaction.
 * @returns the ids of deliveries still claimed by this sender: not deleted, and their lease not taken over.
 */
async function record(
  context: Context,
  attempted: readonly AttemptedDelivery[],
  now: Date,
): Promise<Set<string>> {
  const { database, deliveries, deliveryAttempts } = context
  return database.write(async (transaction) => {
    const recorded = new Set<string>()
    const ended = {
      attempts: sql`${deliveries.attempts} + 1`,
      leaseOwner: null,
      leaseUntil: null,
      updatedAt: now,
    }
    const store = async (some: readonly AttemptedDelivery[], verdict: Partial<Row<'deliveries'>>) => {
      if (some.length === 0) return
      const ids = some.map(({ id }) => id)
      const owners = new Set(some.map(({ owner }) => owner))
      const updated = await transaction
        .update(deliveries)
        .set({ ...ended, ...verdict })
        .where(and(inArray(deliveries.id, ids), inArray(deliveries.leaseOwner, [...owners])))
        .returning({ id: deliveries.id })
      for (const { id } of updated) recorded.add(id)
    }
    const isDelivered = ({ verdict }: AttemptedDelivery) => verdict.state === 'delivered'
    await store(attempted.filter(isDelivered), { state: 'delivered', cause: null })
    for (const one of attempted) if (!isDelivered(one)) await store([one], one.verdict)
    const attempts = attempted
      .filter(({ id }) => recorded.has(id))
      .map(({ id, at, durationMs, status, answer, verdict }) => ({
        id: crypto.randomUUID(),
        deliveryId: id,
        at,
        durationMs,
        status,
        answer,
        cause: verdict.state === 'delivered' ? null : verdict.cause,
      }))
    if (attempts.length > 0) await transaction.insert(deliveryAttempts).values(attempts)
    return recorded
  })
}
