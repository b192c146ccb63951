import type { Signals } from '#server/db/database'
import type { Fulfilment } from './downloads.types'
import { awaitedRelease, nextState } from './fulfilment.rules'
import type { FulfilmentsRepository } from './fulfilments.repository'
import type { GrabsRepository } from './grabs.repository'

/** Signal that there may be work. */
export const FULFILMENT_TOPIC = 'fulfilment'

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

    wake() {
      signals.publish(FULFILMENT_TOPIC, '')
    },

    /** @returns stops listening. */
    onWake: (listener) => signals.subscribe(FULFILMENT_TOPIC, listener),
  }
}
