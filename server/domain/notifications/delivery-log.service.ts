import { withDeliveryText } from '#contract/delivery-cause'
import type {
  DeliveryDetailsDto,
  DeliveryDto,
  DeliveryListDto,
  ListDeliveriesQuery,
  ResentDto,
} from '#contract/deliveries'
import type { FeatureContext } from '#server/domain/feature-context'
import { bind } from '#server/domain/bind'
import { audienceOf } from './audience.rules'
import type { DeliveryLogRepository, LoggedDelivery, LoggedAttempt } from './delivery-log.repository'
import { subjectOf } from './message.rules'
import { deliveryUnderWay, unknownDelivery } from './notifications.errors'
import type { Owner } from './notifications.types'
import type { Personal } from './personal.service'
import type { NotificationTargets } from './targets.service'

interface Context extends Pick<FeatureContext, 'announce' | 'clock'> {
  repository: DeliveryLogRepository
  targets: Pick<NotificationTargets, 'find'>
  personal: Pick<Personal, 'demand'>
  /** Sends a target's messages now. */
  wake: (targetId: string) => void
}

/** The delivery log, including resending. */
export function createDeliveryLog(context: Context) {
  return bind(context, { find, list, resend, resendFailed })
}

function changed({ wake, announce }: Context, owner: Owner, targetId: string): void {
  wake(targetId)
  announce({ topic: 'notifications' }, audienceOf(owner))
}

/** @throws AppError `unknown_delivery`. */
async function find({ repository }: Context, owner: Owner, id: string): Promise<DeliveryDetailsDto> {
  const delivery = await repository.find(owner, id)
  if (!delivery) throw unknownDelivery()
  const attempts = await repository.listAttempts([id])
  return { ...present(delivery, attempts[0]), tries: attempts.map(presentAttempt) }
}

/** One page, newest first. */
async function list(context: Context, owner: Owner, query: ListDeliveriesQuery): Promise<DeliveryListDto> {
  const { repository } = context
  const { deliveries, total } = await repository.list(owner, query)
  const attempts = await repository.listAttempts(deliveries.map(({ id }) => id))
  // Newest first, so the first attempt of each delivery is its last.
  const last = new Map(attempts.toReversed().map((attempt) => [attempt.deliveryId, attempt]))
  return { deliveries: deliveries.map((delivery) => present(delivery, last.get(delivery.id))), total }
}

/**
 * Resends a message now, whether it was delivered, failed, or is waiting for a retry.
 * @throws AppError `unknown_delivery`, `delivery_under_way`, `personal_notifications_off`.
 */
async function resend(context: Context, owner: Owner, id: string): Promise<DeliveryDto> {
  const { personal, repository, clock } = context
  await personal.demand(owner)
  if (!(await repository.resend(owner, id, clock()))) {
    await find(context, owner, id)
    throw deliveryUnderWay()
  }
  const resent = await find(context, owner, id)
  changed(context, owner, resent.target.id)
  return resent
}

/**
 * Resends all failed messages of a target.
 * @throws AppError `unknown_target`, `personal_notifications_off`.
 */
async function resendFailed(context: Context, owner: Owner, targetId: string): Promise<ResentDto> {
  const { personal, targets, repository, clock } = context
  await personal.demand(owner)
  const { id } = await targets.find(owner, targetId)
  const resent = await repository.resendFailed(id, clock())
  changed(context, owner, id)
  return { resent }
}

function present(delivery: LoggedDelivery, last: LoggedAttempt | undefined): DeliveryDto {
  const { id, target, event, message, state, attempts, cause } = delivery
  return {
    id,
    target,
    event,
    ...subjectOf(message),
    state,
    attempts,
    ...withDeliveryText(cause),
    next_attempt_at: state === 'pending' ? delivery.nextAttemptAt.toISOString() : null,
    created_at: delivery.createdAt.toISOString(),
    updated_at: delivery.updatedAt.toISOString(),
    last_try: last ? presentAttempt(last) : null,
  }
}

function presentAttempt({
  at,
  durationMs,
  status,
  answer,
  cause,
}: LoggedAttempt): DeliveryDetailsDto['tries'][number] {
  return { at: at.toISOString(), duration_ms: durationMs, status, answer, ...withDeliveryText(cause) }
}
