import type { RequestStatus } from '#contract/books'

export type Decision = Extract<RequestStatus, 'approved' | 'declined'>

/** A request to decide on. */
interface Decidable {
  usernameKey: string
  status: RequestStatus
}

type Choice<R> = { chosen: R[] } | { refused: 'not_requested' | 'nothing_to_decide' }

/**
 * The requests for a book that a decision applies to: all waiting ones, or that of a named person, for whom an earlier
 * decision can be reversed.
 * @param usernameKey the normalised username; all waiting requests if omitted.
 */
export function chooseForDecision<R extends Decidable>(
  requests: readonly R[],
  decision: Decision,
  usernameKey?: string,
): Choice<R> {
  const meant = requests.filter((request) =>
    usernameKey === undefined ? true : request.usernameKey === usernameKey,
  )
  if (meant.length === 0) return { refused: 'not_requested' }
  const chosen = meant.filter(({ status }) =>
    usernameKey === undefined ? status === 'pending' : status !== decision,
  )
  return chosen.length > 0 ? { chosen } : { refused: 'nothing_to_decide' }
}
