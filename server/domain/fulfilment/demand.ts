import type { Signals, Transaction } from '#server/db/database'
import type { BooksRepository } from '#server/domain/books/books.repository'
import type { Demand } from './fulfilment.types'
import { awaitedRelease, nextState } from './transitions.rules'
import type { FulfilmentsRepository } from './fulfilments.repository'
import type { GrabsRepository } from './grab/grabs.repository'
import type { ReleaseSearchRepository } from './search/release-search.repository'
import { DONE } from './transitions'

/** Signal that there may be work. */
export const FULFILMENT_TOPIC = 'fulfilment'

/** Begins and ends the work on books as people want them or do not. */
export function createDemand(dependencies: {
  books: Pick<BooksRepository, 'findReleaseDate'>
  fulfilments: FulfilmentsRepository
  grabs: GrabsRepository
  searches: Pick<ReleaseSearchRepository, 'breakOff'>
  signals: Signals
}): Demand & { onWake(listener: () => void): () => void } {
  const { books, fulfilments, grabs, searches, signals } = dependencies

  async function begin(within: Transaction, asin: string, now: Date): Promise<void> {
    const nextTryAt = awaitedRelease(await books.findReleaseDate(asin, within), now)
    await fulfilments.insert(within, asin, { nextTryAt }, now)
  }

  return {
    begin,

    async beginAgain(within, asin, now) {
      const work = await fulfilments.lock(within, asin)
      if (!work) return begin(within, asin, now)
      const state = nextState(work.state, 'reverted')
      if (state !== 'waiting') return
      await grabs.takeBack(within, asin, null, now)
      const nextTryAt = awaitedRelease(await books.findReleaseDate(asin, within), now)
      await fulfilments.change(within, asin, { ...DONE, state, nextTryAt, stopped: false }, now)
    },

    async unwanted(within, asin) {
      const work = await fulfilments.lock(within, asin)
      if (!work || (await fulfilments.countApproved(within, asin)) > 0) return
      // A release that was sent may have arrived.
      if (await grabs.findUnderWay(asin, within)) return
      if (nextState(work.state, 'unwanted') === 'none') await fulfilments.remove(within, asin)
    },

    async corrected(within, asin, now) {
      const work = await fulfilments.lock(within, asin)
      await searches.breakOff(within, asin, 'What is looked for was corrected meanwhile.', now)
      // Whoever is at it finds out by itself.
      if (!work || work.leaseOwner !== null) return
      const state = nextState(work.state, 'corrected')
      if (state !== 'waiting') return
      const nextTryAt = awaitedRelease(await books.findReleaseDate(asin, within), now)
      await fulfilments.change(
        within,
        asin,
        { state, nextTryAt, error: null, misses: 0, failures: 0, toldMissing: false },
        now,
      )
    },

    wake() {
      signals.publish(FULFILMENT_TOPIC, '')
    },

    /** @returns stops listening. */
    onWake: (listener) => signals.subscribe(FULFILMENT_TOPIC, listener),
  }
}
