import type { FulfilmentState, RequestStatus } from '#contract/books'
import type { Role } from '#contract/common'
import type { OwnQuota, Quota, RoleQuotas } from '#contract/quotas'
import { isBeforeGrab } from './wishes.rules'

const DAY = 86_400_000

/** What is left of somebody's quota. */
export type QuotaStanding =
  | { quota: null }
  | {
      quota: Quota
      /** Requests that are possible now. */
      left: number
      /** When there is one more; null where none is used. */
      nextAt: Date | null
    }

type QuotaOutcome =
  { allowed: true } | { allowed: false; because: 'quota_exceeded'; quota: Quota; nextAt: Date }

/**
 * The quota that holds for somebody: their own before that of the role. Administrators have none.
 * @returns null where there is no limit.
 */
export function quotaOf(role: Role, own: OwnQuota, byRole: RoleQuotas): Quota | null {
  if (role === 'admin' || own === 'unlimited') return null
  return own ?? byRole[role]
}

/** From when on requests count. */
export function countsFrom({ days }: Quota, now: Date): Date {
  return new Date(now.getTime() - days * DAY)
}

/**
 * What is left of a quota. Every request counts for so many days from when it was made, so that they come back one
 * by one.
 * @param uses times of the newest requests that count, newest first; those beyond the number of the quota may be
 *   left out.
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

/** Whether one more request fits. */
export function mayRequest(standing: QuotaStanding): QuotaOutcome {
  if (standing.quota === null || standing.left > 0 || standing.nextAt === null) return { allowed: true }
  return { allowed: false, because: 'quota_exceeded', quota: standing.quota, nextAt: standing.nextAt }
}

/**
 * Whether a request that is withdrawn or declined counts no longer: it does not while nothing was grabbed for it.
 * @param work where the work on the book stands; null where there is none.
 */
export function isGivenBack(request: RequestStatus, work: FulfilmentState | null): boolean {
  if (request !== 'approved') return true
  return work === null || isBeforeGrab(work)
}
