import type { OwnQuota, Quota } from '#contract/quotas'
import { wholeNumber } from '#client/ui/forms/duration.rules'

/** A quota being edited. */
export interface QuotaDraft {
  kind: 'role' | 'unlimited' | 'limited'
  requests: string
  days: string
}

/** The initial values of a limit. */
const FIRST: Quota = { requests: 5, days: 7 }

/** @param none the meaning of a missing quota. */
export function quotaDraftOf(quota: OwnQuota, none: 'role' | 'unlimited'): QuotaDraft {
  const { requests, days } = quota === null || quota === 'unlimited' ? FIRST : quota
  const kind = quota === null ? none : quota === 'unlimited' ? quota : 'limited'
  return { kind, requests: String(requests), days: String(days) }
}

/** A role's quota. */
export function roleQuotaOf({ kind, requests, days }: QuotaDraft): Quota | null {
  return kind === 'limited' ? { requests: wholeNumber(requests), days: wholeNumber(days) } : null
}

/** A user's own quota. */
export function ownQuotaOf(draft: QuotaDraft): OwnQuota {
  return draft.kind === 'unlimited' ? draft.kind : roleQuotaOf(draft)
}
