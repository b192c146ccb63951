import type { Region } from '#contract/common'
import type { LiveEvent } from '#contract/system'
import type { Database } from '#server/db/database'
import type { CatalogueBook } from '#server/domain/catalogue/catalogue.types'
import { createOutbox } from '#server/domain/notifications/outbox'
import { createOutboxRepository } from '#server/domain/notifications/outbox.repository'
import { requestLinks } from '#server/domain/requests/request-links.rules'
import { createRequestListRepository } from '#server/domain/requests/request-list.repository'
import { createRequestsRepository } from '#server/domain/requests/requests.repository'
import { createRequests } from '#server/domain/requests/requests.service'
import { catalogueBook, silentLog, standingClock } from '../../../support/records'

interface Announced {
  event: LiveEvent
  admins: boolean
  userIds: string[]
}

/** The service over a real database, with a catalogue of some books and a standing clock. */
export function requestsOver(database: Database, options: { baseUrl?: string; publicUrl?: string } = {}) {
  const clock = standingClock()
  const books = new Map<string, CatalogueBook>()
  const announced: Announced[] = []
  let down = false
  const outbox = createOutbox({
    repository: createOutboxRepository({ database }),
    signals: database.signals,
    linksTo: (book, origin) =>
      requestLinks({ origin: options.publicUrl ?? origin, baseUrl: options.baseUrl ?? '/' }, book),
    isPersonalAllowed: () => Promise.resolve(true),
    clock: clock.read,
  })
  const requests = createRequests({
    repository: createRequestsRepository({ database }),
    lists: createRequestListRepository({ database }),
    catalogue: {
      async book(asin: string, region: Region) {
        if (down) throw new Error('the catalogue is down')
        return books.get(`${asin} ${region}`) ?? null
      },
    },
    outbox,
    transaction: (work) => database.write(work),
    announce: (event, audience) => void announced.push({ event, ...audience }),
    config: { baseUrl: options.baseUrl ?? '/', defaultRegion: 'us' },
    clock: clock.read,
    log: silentLog,
  })

  return {
    requests,
    clock,
    announced,
    outbox,
    /** Lets every question to the catalogue fail from now on. */
    takeDown(): void {
      down = true
    },
    /** Puts a book into the catalogue. */
    publish(facts: Partial<CatalogueBook> = {}): CatalogueBook {
      const book = catalogueBook(facts)
      books.set(`${book.asin} ${book.region}`, book)
      return book
    },
  }
}
