import type { Database } from '#server/db/database'
import { createDemand } from '#server/domain/fulfilment/demand'
import { createFulfilmentsRepository } from '#server/domain/fulfilment/fulfilments.repository'
import { createGrabsRepository } from '#server/domain/fulfilment/grab/grabs.repository'
import { createReleaseSearchRepository } from '#server/domain/fulfilment/search/release-search.repository'
import { createTimelineRepository } from '#server/domain/books/timeline.repository'

/** What the requests of people set in motion, as the application builds it. */
export function createTestDemand(database: Database) {
  return {
    demand: createDemand({
      fulfilments: createFulfilmentsRepository({ database }),
      grabs: createGrabsRepository({ database }),
      searches: createReleaseSearchRepository({ database }),
      signals: database.signals,
    }),
    timeline: createTimelineRepository({ database }),
  }
}
