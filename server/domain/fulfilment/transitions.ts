import type { Transaction } from '#server/db/database'
import { nextState, type WorkEvent, type WorkState } from './transitions.rules'
import type { FulfilmentsRepository, Work, WorkChange } from './fulfilments.repository'

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

export type WorkChanges = ReturnType<typeof createWorkChanges>

/** Takes the work on books from one state to the next. */
export function createWorkChanges(dependencies: { fulfilments: FulfilmentsRepository; clock: () => Date }) {
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
      work: Work | null,
      event: WorkEvent,
      change: Omit<WorkChange, 'state'>,
    ): Promise<WorkState | null> {
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
