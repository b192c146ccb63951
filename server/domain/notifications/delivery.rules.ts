import { deliveryCause, type DeliveryCause } from '#contract/delivery-cause'
import { parseRetryAfter } from '#server/upstream/retry-after.rules'
import type { TargetKind } from './kind.types'
import type { WebhookResult } from './notifications.types'

type EndedResult = Exclude<WebhookResult, { kind: 'interrupted' }>

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/**
 * Backoff after the first, second … failed attempt, in milliseconds; after the last one the delivery has
 * failed.
 */
export const BACK_OFF: readonly number[] = [10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR]

/** Maximum pause that a target can request, in milliseconds. */
export const LONGEST_PAUSE = 24 * HOUR

/**
 * Maximum time for which a whole target pauses at its own request, in milliseconds; the message itself waits
 * as long as requested. Short, because someone may fix the cause in the meantime.
 */
export const LONGEST_TARGET_PAUSE = 5 * MINUTE

/** Statuses that concern the target as a whole, not one message. */
const BUSY_STATUSES = [429, 503]

/**
 * Statuses with which a target refuses this message, or is gone for good. Any other may come from what is in front of it:
 * a proxy that restarts answers 404, one whose sign-in is down 401, 403 or a redirect.
 */
const FINAL_STATUSES = [400, 406, 410, 411, 413, 414, 415, 422, 424, 431]

/** Statuses below 500 with which a target asks for another attempt. */
const RETRIED_STATUSES = [408, 429]

/** Failed attempts after which another answer is believed: half an hour, since most of them mean a wrong setting. */
const DOUBTED_ATTEMPTS = 4

export type DeliveryVerdict =
  | { state: 'delivered' }
  | { state: 'pending'; cause: DeliveryCause; nextAttemptAt: Date }
  | { state: 'failed'; cause: DeliveryCause }

/**
 * Decides what happens after an attempt.
 * @param attempts number of attempts so far, including this one.
 * @param kind explains statuses to which its service gives a special meaning.
 */
export function deliveryVerdict(
  result: EndedResult,
  attempts: number,
  now: Date,
  kind: Pick<TargetKind, 'explainFailure'> = {},
): DeliveryVerdict {
  const explained =
    result.kind === 'answered' ? (kind.explainFailure?.(result.status, result.answer) ?? null) : null
  if (explained !== null) return { state: 'failed', cause: explained }
  if (result.kind === 'answered' && result.status >= 200 && result.status < 300) return { state: 'delivered' }
  const cause = causeOf(result)
  const pause = BACK_OFF[attempts - 1]
  if (!isWorthRetrying(result, attempts) || pause === undefined) return { state: 'failed', cause }
  const wanted = result.kind === 'answered' ? parseRetryAfter(result.retryAfter, now) : 0
  return {
    state: 'pending',
    cause,
    nextAttemptAt: new Date(now.getTime() + Math.min(Math.max(pause, wanted), LONGEST_PAUSE)),
  }
}

/** @returns until when to send nothing to a target that requested a pause, or null if it requested none. */
export function pauseAfter(result: EndedResult, now: Date): Date | null {
  if (result.kind !== 'answered' || !BUSY_STATUSES.includes(result.status)) return null
  const wanted = Math.min(parseRetryAfter(result.retryAfter, now), LONGEST_TARGET_PAUSE)
  return wanted > 0 ? new Date(now.getTime() + wanted) : null
}

function isWorthRetrying(result: EndedResult, attempts: number): boolean {
  // A refused address is retried too, because a temporary failure to resolve its name looks the same.
  if (result.kind !== 'answered') return true
  const { status } = result
  if (status >= 500 || RETRIED_STATUSES.includes(status)) return true
  return attempts <= DOUBTED_ATTEMPTS && !FINAL_STATUSES.includes(status)
}

function causeOf(result: EndedResult): DeliveryCause {
  if (result.kind !== 'answered') return result.cause
  const { status, answer } = result
  if (status >= 300 && status < 400) return deliveryCause('redirects', { status })
  return answer
    ? deliveryCause('answered_with', { status, text: answer })
    : deliveryCause('answered', { status })
}
