import type { LiveEvent } from '#contract/system'

/** First parts of the keys of cached answers; what invalidates them names these. */
export const KEYS = {
  search: 'search',
  requests: 'requests',
  notifications: 'notifications',
  account: 'account',
  users: 'users',
  security: 'security',
  audit: 'audit',
  notices: 'notices',
} as const

/** Which cached answers a live event makes stale. */
export const TOUCHED_BY: Record<LiveEvent['topic'], readonly string[]> = {
  requests: [KEYS.requests, KEYS.search],
  notifications: [KEYS.notifications],
  session: [KEYS.account, KEYS.security],
}
