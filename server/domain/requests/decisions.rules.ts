import type { RequestStatus } from '#contract/books'

export type Decision = Extract<RequestStatus, 'approved' | 'declined'>

/** A request that is decided on. */
interface Decidable {
  usernameKey: string
  status: RequestStatus
}

type Choice<R> = { chosen: R[] } | { refused: 'not_requested' | 'nothing_to_decide' }

/**
 * Which requests for a book a decision is about: all that wait, or the one of a named person, where an earlier
 * decision can be taken back.
 * @param usernameKey the person's name as it is compared; everybody who waits where it is left out.
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
