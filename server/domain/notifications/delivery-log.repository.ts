import { isLeaseFree } from '#server/db/due'
import { and, desc, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import type { ListDeliveriesQuery } from '#contract/deliveries'
import type { Database } from '#server/db/database'
import { isOneOf } from '#server/db/sql-values'
import { bind } from '#server/domain/bind'
import type { Row } from '#server/db/tables'
import type { Owner } from './notifications.types'

/** A delivery with its target. */
export interface LoggedDelivery extends Omit<
  Row<'deliveries'>,
  'targetId' | 'ownerId' | 'eventId' | 'leaseOwner' | 'leaseUntil'
> {
  target: Pick<Row<'notificationTargets'>, 'id' | 'name' | 'kind'>
}

/** One attempt at a delivery. */
export type LoggedAttempt = Omit<Row<'deliveryAttempts'>, 'id'>

export type DeliveryLogRepository = ReturnType<typeof createDeliveryLogRepository>

const contextOf = ({ database }: { database: Database }) => {
  const { notificationTargets: targets, deliveries, deliveryAttempts: attempts } = database.tables
  const columns = {
    id: deliveries.id,
    target: { id: targets.id, name: targets.name, kind: targets.kind },
    event: deliveries.event,
    message: deliveries.message,
    state: deliveries.state,
    attempts: deliveries.attempts,
    cause: deliveries.cause,
    nextAttemptAt: deliveries.nextAttemptAt,
    createdAt: deliveries.createdAt,
    updatedAt: deliveries.updatedAt,
  }
  const ownedBy = (owner: Owner) => (owner === null ? isNull(targets.ownerId) : eq(targets.ownerId, owner))
  const targetsOf = (owner: Owner) =>
    database.read.select({ id: targets.id }).from(targets).where(ownedBy(owner))
  return { database, targets, deliveries, attempts, columns, ownedBy, targetsOf }
}
type Context = ReturnType<typeof contextOf>

/** The deliveries to an owner's targets, with their results. */
export function createDeliveryLogRepository(dependencies: { database: Database }) {
  return bind(contextOf(dependencies), { list, find, listAttempts, resend, resendFailed })
}

/** Returns deliveries to the outbox as new ones. @returns their ids. */
async function requeue(context: Context, which: SQL | undefined, now: Date): Promise<string[]> {
  const { database, deliveries } = context
  const rows = await database.write((transaction) =>
    transaction
      .update(deliveries)
      .set({
        state: 'pending',
        attempts: 0,
        nextAttemptAt: now,
        leaseOwner: null,
        leaseUntil: null,
        cause: null,
        updatedAt: now,
      })
      .where(which)
      .returning({ id: deliveries.id }),
  )
  return rows.map(({ id }) => id)
}

/** One page, newest first, and the total. Both are read from an index alone. */
async function list(
  { deliveries, targets, database, columns }: Context,
  owner: Owner,
  { target, state, event, limit, offset }: ListDeliveriesQuery,
): Promise<{ deliveries: LoggedDelivery[]; total: number }> {
  const which = and(
    owner === null ? isNull(deliveries.ownerId) : eq(deliveries.ownerId, owner),
    target === undefined ? undefined : eq(deliveries.targetId, target),
    state && eq(deliveries.state, state),
    event && eq(deliveries.event, event),
  )
  const newestFirst = [desc(deliveries.createdAt), desc(deliveries.id)]
  const chosen = database.read
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(which)
    .orderBy(...newestFirst)
    .limit(limit)
    .offset(offset)
  const [page, total] = await Promise.all([
    database.read
      .select(columns)
      .from(deliveries)
      .innerJoin(targets, eq(targets.id, deliveries.targetId))
      .where(inArray(deliveries.id, chosen))
      .orderBy(...newestFirst),
    database.read.$count(deliveries, which),
  ])
  return { deliveries: page, total }
}

async function find(context: Context, owner: Owner, id: string): Promise<LoggedDelivery | null> {
  const { database, columns, deliveries, targets, ownedBy } = context
  const [row] = await database.read
    .select(columns)
    .from(deliveries)
    .innerJoin(targets, eq(targets.id, deliveries.targetId))
    .where(and(eq(deliveries.id, id), ownedBy(owner)))
  return row ?? null
}

/** All attempts of some deliveries, newest first. */
async function listAttempts(
  { database, attempts }: Context,
  deliveryIds: readonly string[],
): Promise<LoggedAttempt[]> {
  if (deliveryIds.length === 0) return []
  return database.read
    .select({
      deliveryId: attempts.deliveryId,
      at: attempts.at,
      durationMs: attempts.durationMs,
      status: attempts.status,
      answer: attempts.answer,
      cause: attempts.cause,
    })
    .from(attempts)
    .where(isOneOf(database, attempts.deliveryId, deliveryIds))
    .orderBy(desc(attempts.at), desc(attempts.id))
}

/** Resends one delivery. @returns false if there is no such delivery or it is being sent. */
async function resend(context: Context, owner: Owner, id: string, now: Date): Promise<boolean> {
  const { deliveries, targetsOf } = context
  const free = isLeaseFree(deliveries.leaseUntil, now)
  const resent = await requeue(
    context,
    and(eq(deliveries.id, id), inArray(deliveries.targetId, targetsOf(owner)), free),
    now,
  )
  return resent.length > 0
}

/** Resends all failed deliveries of a target. @returns how many. */
async function resendFailed(context: Context, targetId: string, now: Date): Promise<number> {
  const { deliveries } = context
  const resent = await requeue(
    context,
    and(eq(deliveries.targetId, targetId), eq(deliveries.state, 'failed')),
    now,
  )
  return resent.length
}
