import type { Transaction } from '#server/db/database'
import type { Fulfilment, FulfilmentChange, FulfilmentsRepository } from './fulfilments.repository'
import { nextState, type LifecycleState, type LifecycleTrigger } from './transitions.rules'

/** Released: no owner, no lease. */
export const FREE = { leaseOwner: null, leaseUntil: null } as const
/** Releases the lease and resets the schedule, the counts and the flags. */
export const DONE = {
  ...FREE,
  nextAttemptAt: null,
  cause: null,
  misses: 0,
  failures: 0,
  asked: false,
  atOnce: false,
  toldMissing: false,
  seenInLibrary: false,
  leftLibrary: false,
} as const

/**
 * Moves a locked fulfilment from one state to the next.
 * @param fulfilment null if there is none.
 * @returns the new state; null if the trigger does not apply, in which case nothing changes.
 */
export async function transition(
  { fulfilments, clock }: { fulfilments: FulfilmentsRepository; clock: () => Date },
  within: Transaction,
  asin: string,
  fulfilment: Fulfilment | null,
  trigger: LifecycleTrigger,
  change: Omit<FulfilmentChange, 'state'>,
): Promise<LifecycleState | null> {
  const state = nextState(fulfilment?.state ?? 'none', trigger)
  if (state === null) return null
  const now = clock()
  if (state === 'none') await fulfilments.remove(within, asin)
  else if (fulfilment === null) await fulfilments.insert(within, asin, { state, ...change }, now)
  else await fulfilments.change(within, asin, { state, ...change }, now)
  return state
}
