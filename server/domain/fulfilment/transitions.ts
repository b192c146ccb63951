import type { Transaction } from '#server/db/database'
import { nextState, type LifecycleTrigger, type LifecycleState } from './transitions.rules'
import type { FulfilmentsRepository, Fulfilment, FulfilmentChange } from './fulfilments.repository'

/** Nobody is at it. */
export const FREE = { leaseOwner: null, leaseUntil: null } as const
/** Nothing of the search is left to remember. */
export const DONE = {
  ...FREE,
  nextTryAt: null,
  error: null,
  misses: 0,
  failures: 0,
  asked: false,
  byHand: false,
  toldMissing: false,
} as const

export type Transitions = ReturnType<typeof createTransitions>

/** Takes the work on books from one state to the next. */
export function createTransitions(dependencies: { fulfilments: FulfilmentsRepository; clock: () => Date }) {
  const { fulfilments, clock } = dependencies

  return {
    /**
     * Applies an event to work that is locked.
     * @param work null where there is none.
     * @returns the new state; null when the event cannot happen, and then nothing has changed.
     */
    async apply(
      within: Transaction,
      asin: string,
      work: Fulfilment | null,
      event: LifecycleTrigger,
      change: Omit<FulfilmentChange, 'state'>,
    ): Promise<LifecycleState | null> {
      const state = nextState(work?.state ?? 'none', event)
      if (state === null) return null
      const now = clock()
      if (state === 'none') await fulfilments.remove(within, asin)
      else if (work === null) await fulfilments.insert(within, asin, { state, ...change }, now)
      else await fulfilments.change(within, asin, { state, ...change }, now)
      return state
    },
  }
}
