import type { Transaction } from '#server/db/database'
import type { FulfilmentContext } from './context'
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
 * Releases the lease of a fulfilment that its owner still holds, and ends the fulfilment if no one wants the book any
 * more. A grab whose outcome is not stored stays with its lease: a worker reconciles it when that expires.
 */
export async function release(
  { fulfilments, grabs, demand, transaction, clock }: ReleaseContext,
  asin: string,
  owner: string,
): Promise<void> {
  await transaction(async (within) => {
    const fulfilment = await fulfilments.lock(within, asin)
    if (fulfilment?.leaseOwner !== owner || (await grabs.findUnderWay(asin, within))) return
    await fulfilments.change(within, asin, FREE, clock())
    await demand.unwanted(within, asin)
  })
}
type ReleaseContext = Pick<FulfilmentContext, 'fulfilments' | 'grabs' | 'demand' | 'transaction' | 'clock'>

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
  else {
    const next = { state, waitsFor: null, ...change }
    if (fulfilment === null) await fulfilments.insert(within, asin, next, now)
    else await fulfilments.change(within, asin, next, now)
  }
  return state
}
