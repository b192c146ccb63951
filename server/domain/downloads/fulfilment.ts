import type { Signals } from '#server/db/database'
import type { Fulfilment } from './downloads.types'
import { awaitedRelease, nextState, type WorkState } from './fulfilment.rules'
import type { FulfilmentsRepository } from './fulfilments.repository'
import type { GrabsRepository } from './grabs.repository'

/** Signal that there may be work. */
export const FULFILMENT_TOPIC = 'fulfilment'

/** Nothing was handed over yet. */
const LOOKING: readonly WorkState[] = ['waiting', 'searching', 'not_found']

/** Begins and ends the work on books as people want them or do not. */
export function createFulfilment(dependencies: {
  fulfilments: FulfilmentsRepository
  grabs: GrabsRepository
  signals: Signals
}): Fulfilment & { onWake(listener: () => void): () => void } {
  const { fulfilments, grabs, signals } = dependencies

  return {
    async begin(within, asin, now) {
      const nextTryAt = awaitedRelease(await fulfilments.findReleaseDate(asin, within), now)
      await fulfilments.insert(within, asin, { nextTryAt }, now)
    },

    async unwanted(within, asin) {
      const work = await fulfilments.lock(within, asin)
      if (!work || (await fulfilments.countApproved(within, asin)) > 0) return
      // A release that was sent may have arrived.
      if (await grabs.findUnderWay(asin, within)) return
      if (nextState(work.state, 'unwanted') === 'none') await fulfilments.remove(within, asin)
    },

    async again(within, asin, now) {
      const work = await fulfilments.lock(within, asin)
      if (!work || !LOOKING.includes(work.state)) return false
      const state = nextState(work.state, 'retried')
      if (state === null || state === 'none') return false
      const nextTryAt = awaitedRelease(await fulfilments.findReleaseDate(asin, within), now)
      await fulfilments.change(within, asin, { state, nextTryAt, asked: true }, now)
      return true
    },

    wake() {
      signals.publish(FULFILMENT_TOPIC, '')
    },

    /** @returns stops listening. */
    onWake: (listener) => signals.subscribe(FULFILMENT_TOPIC, listener),
  }
}
