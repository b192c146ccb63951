import type { FulfilmentState, RequestStatus } from '#contract/books'
import type { Role } from '#contract/common'
import type { OwnQuota, Quota, RoleQuotas } from '#contract/quotas'
import { isBeforeGrab } from './wishes.rules'

const DAY = 86_400_000

/** What is left of a person's quota. */
export type QuotaStanding =
  | { quota: null }
  | {
      quota: Quota
      /** Requests possible now. */
      left: number
      /** When one more becomes possible; null if none is used. */
      nextAt: Date | null
    }

type QuotaOutcome =
  { allowed: true } | { allowed: false; because: 'quota_exceeded'; quota: Quota; nextAt: Date }

/**
 * The quota that applies: a person's own before their role's; none for administrators.
 * @returns null for no limit.
 */
export function quotaOf(role: Role, own: OwnQuota, byRole: RoleQuotas): Quota | null {
  if (role === 'admin' || own === 'unlimited') return null
  return own ?? byRole[role]
}

/** The time from which requests count. */
export function countsFrom({ days }: Quota, now: Date): Date {
  return new Date(now.getTime() - days * DAY)
}

/**
 * What is left of a quota. Each request counts for the quota's number of days, so they stop counting one by
 * one.
 * @param uses times of the newest requests that count, newest first; those beyond the quota may be omitted.
 */
export function quotaStanding(quota: Quota | null, uses: readonly Date[]): QuotaStanding {
  if (quota === null) return { quota }
  const counted = uses.slice(0, quota.requests)
  const next = counted.at(-1)
  return {
    quota,
    left: quota.requests - counted.length,
    nextAt: next === undefined ? null : new Date(next.getTime() + quota.days * DAY),
  }
}

/** Whether one more request is allowed. */
export function mayRequest(standing: QuotaStanding): QuotaOutcome {
  if (standing.quota === null || standing.left > 0 || standing.nextAt === null) return { allowed: true }
  return { allowed: false, because: 'quota_exceeded', quota: standing.quota, nextAt: standing.nextAt }
}

/**
 * Whether a request stops counting when it is withdrawn: an approved one only before a grab, others always.
 * @param fulfilment the state of the fulfilment; null if there is none.
 */
export function isRefunded(request: RequestStatus, fulfilment: FulfilmentState | null): boolean {
  if (request !== 'approved') return true
  return fulfilment === null || isBeforeGrab(fulfilment)
}
