/** Length of the period in which calls are counted, in milliseconds. */
export const LIMIT_SPAN = 10 * 60_000

/**
 * Limits per person and ten minutes on calls that burden other services or the database: more than anyone
 * makes by hand, far fewer than a runaway script. A player requests a sample in several parts.
 */
export const FAIR_LIMITS = {
  target_test: { times: 30 },
  request: { times: 200 },
  hand_made_request: { times: 60 },
  api_key: { times: 30 },
  invitation: { times: 60 },
  release_search: { times: 60 },
  list: { times: 30 },
  follow: { times: 120 },
  wishes: { times: 60 },
  sample: { times: 300 },
} as const

export type LimitedAction = keyof typeof FAIR_LIMITS
