import type { OwnQuota, Quota } from '#contract/quotas'
import { wholeNumber } from '#client/ui/forms/wholeNumber'

/** A quota as it is filled in. */
export interface QuotaDraft {
  kind: 'role' | 'unlimited' | 'limited'
  requests: string
  days: string
}

/** What is there when somebody chooses a limit. */
const FIRST: Quota = { requests: 5, days: 7 }

/** @param none what it means that there is none. */
export function quotaDraftOf(quota: OwnQuota, none: 'role' | 'unlimited'): QuotaDraft {
  const { requests, days } = quota === null || quota === 'unlimited' ? FIRST : quota
  const kind = quota === null ? none : quota === 'unlimited' ? quota : 'limited'
  return { kind, requests: String(requests), days: String(days) }
}

/** The quota of a role. */
export function roleQuotaOf({ kind, requests, days }: QuotaDraft): Quota | null {
  return kind === 'limited' ? { requests: wholeNumber(requests), days: wholeNumber(days) } : null
}

/** The quota of one user. */
export function ownQuotaOf(draft: QuotaDraft): OwnQuota {
  return draft.kind === 'unlimited' ? draft.kind : roleQuotaOf(draft)
}
