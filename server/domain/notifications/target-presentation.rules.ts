import { deliveryText, withDeliveryText } from '#contract/delivery-cause'
import type { NotificationTargetDto } from '#contract/notifications'
import type { Row } from '#server/db/tables'
import type { TargetKind } from './kind.types'
import type { StoredTarget } from './notifications.types'
import { maskAddress } from './target-address.rules'
import { findHeader, type TargetContents } from './target-body.rules'

/** The newest delivery of a target. */
export type LastDelivery = Pick<
  Row<'deliveries'>,
  'state' | 'attempts' | 'cause' | 'nextAttemptAt' | 'updatedAt'
>

/** The state of a target's deliveries. */
export interface TargetDeliveries {
  last: LastDelivery | null
  /** The newest finished delivery. */
  lastEnded: LastDelivery | null
  /** Time of the first failure since the last delivered message, or null if none failed since. */
  failingSince: Date | null
  pending: number
  failed: number
}

/** A target with secrets hidden. */
export function presentTarget(
  kind: TargetKind,
  target: StoredTarget,
  secrets: Pick<TargetContents, 'url' | 'headers'>,
  { last, lastEnded, failingSince, pending, failed }: TargetDeliveries,
): NotificationTargetDto {
  const event = target.events.length === 1 ? (target.events[0] ?? null) : null
  return {
    id: target.id,
    name: target.name,
    kind: target.kind,
    url: maskAddress(secrets.url),
    events: target.events,
    event_type: event,
    event,
    body_type: target.bodyType,
    body: target.body,
    headers: presentHeaders(kind, secrets.headers),
    token: kind.token && { set: findHeader(secrets.headers, kind.token.header) !== undefined },
    language: target.language,
    enabled: target.enabled,
    last_delivery: last && {
      state: last.state,
      at: last.updatedAt.toISOString(),
      attempts: last.attempts,
      ...withDeliveryText(last.cause),
      next_attempt_at: last.state === 'pending' ? last.nextAttemptAt.toISOString() : null,
    },
    failing: lastEnded?.state === 'failed' ? presentFailure(lastEnded, failingSince) : null,
    pending_count: pending,
    failed_count: failed,
  }
}

function presentFailure({ cause, updatedAt }: LastDelivery, since: Date | null) {
  return { since: (since ?? updatedAt).toISOString(), error: cause ? deliveryText(cause) : '', cause }
}

/** Presents all headers but the token, which has a field of its own. */
function presentHeaders(kind: TargetKind, headers: Record<string, string>): NotificationTargetDto['headers'] {
  const open = new Set(kind.openHeaders.map((name) => name.toLowerCase()))
  const tokenHeader = kind.token?.header.toLowerCase()
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => name.toLowerCase() !== tokenHeader)
      .map(([name, value]) => [
        name,
        { value: open.has(name.toLowerCase()) ? value : null, set: true as const },
      ]),
  )
}
