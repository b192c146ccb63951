import type { Database } from '#server/db/database'
import { createFulfilment } from '#server/domain/downloads/fulfilment'
import { createFulfilmentsRepository } from '#server/domain/downloads/fulfilments.repository'
import { createGrabsRepository } from '#server/domain/downloads/grabs.repository'
import { createReleaseSearchRepository } from '#server/domain/downloads/release-search.repository'
import { createTimelineRepository } from '#server/domain/downloads/timeline.repository'

/** What the requests of people set in motion, as the application builds it. */
export function createTestFulfilment(database: Database) {
  return {
    fulfilment: createFulfilment({
      fulfilments: createFulfilmentsRepository({ database }),
      grabs: createGrabsRepository({ database }),
      searches: createReleaseSearchRepository({ database }),
      signals: database.signals,
    }),
    timeline: createTimelineRepository({ database }),
  }
}
