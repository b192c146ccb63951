import type { Transaction } from '#server/db/database'
import type { StoredRelease } from '#server/db/stored-release'
import type { Announce } from '#server/domain/announce'
import type { FulfilmentEvent, EventOutbox } from './fulfilment.types'
import type { BooksRepository } from '#server/domain/books/books.repository'
import type { FulfilmentsRepository } from './fulfilments.repository'

export type FulfilmentEvents = ReturnType<typeof createFulfilmentEvents>

/** Tells people and open pages what became of a book. */
export function createFulfilmentEvents(dependencies: {
  books: Pick<BooksRepository, 'find'>
  fulfilments: Pick<FulfilmentsRepository, 'listRequesters'>
  outbox: EventOutbox
  announce: Announce
}) {
  const { books, fulfilments, outbox, announce } = dependencies

  return {
    /**
     * Writes messages to the people who want to know, in the transaction of what they tell about. Who was
     * declined the book has heard of that.
     */
    async tell(
      within: Transaction,
      asin: string,
      told: {
        event: FulfilmentEvent['event']
        release?: StoredRelease | null
        error?: FulfilmentEvent['error']
        /** Names the occurrence, such as the hand-over. */
        occurrence?: string
      },
    ): Promise<void> {
      const book = await books.find(asin, within)
      if (!book) return
      const { event, release, error = null, occurrence } = told
      const requesters = await fulfilments.listRequesters(asin, within)
      await outbox.add(within, {
        event,
        requesterIds: requesters.filter(({ declined }) => !declined).map(({ userId }) => userId),
        book,
        release: release
          ? {
              title: release.title,
              sizeBytes: release.size,
              indexer: release.indexer,
              protocol: release.protocol,
              infoHash: release.info_hash,
            }
          : null,
        error,
        ...(occurrence !== undefined && { eventId: `${event} ${occurrence}` }),
      })
    },

    /** For after the transaction: has messages sent and pages look again. */
    async changed(asin: string): Promise<void> {
      outbox.wake()
      const userIds = (await fulfilments.listRequesters(asin)).map(({ userId }) => userId)
      announce({ topic: 'requests', asin }, { admins: true, userIds })
      announce({ topic: 'releases', asin }, { admins: true, userIds: [] })
    },
  }
}
