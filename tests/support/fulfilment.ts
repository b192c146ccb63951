import type { Database } from '#server/db/database'
import { createBooksRepository } from '#server/domain/books/books.repository'
import { createTimelineRepository } from '#server/domain/books/timeline.repository'
import { createDemand } from '#server/domain/fulfilment/demand'
import { createFulfilmentsRepository } from '#server/domain/fulfilment/fulfilments.repository'
import { createGrabsRepository } from '#server/domain/fulfilment/grab/grabs.repository'
import { createReleaseSearchRepository } from '#server/domain/fulfilment/search/release-search.repository'
import { createRequesters } from '#server/domain/requests/requesters.repository'

/** The repositories of fulfilment, as the application builds them. */
export function createTestRepositories(database: Database) {
  const books = createBooksRepository({ database })
  return {
    books,
    timeline: createTimelineRepository({ database }),
    fulfilments: createFulfilmentsRepository({ database, books }),
    grabs: createGrabsRepository({ database }),
    requesters: createRequesters({ database }),
    searches: createReleaseSearchRepository({ database, books }),
  }
}

/** The effects of requests on fulfilments, as the application builds them. */
export function createTestDemand(database: Database) {
  return createDemand({ ...createTestRepositories(database), signals: database.signals })
}
