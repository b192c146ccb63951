import type { Region } from '#contract/common'
import type { Database } from '#server/db/database'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import type { CatalogueBook } from '#server/domain/catalogue/catalogue.types'
import { createAsk } from './ask'
import { createBookDetails } from './book-details.service'
import { createBulk } from './bulk.service'
import { createDashboardsRepository } from './dashboards.repository'
import { createDashboards } from './dashboards.service'
import { createDecisions } from './decisions.service'
import { createHandMadeRepository } from './hand-made.repository'
import { createHandMade } from './hand-made.service'
import { createRequestListRepository } from './request-list.repository'
import { createRequestsRepository } from './requests.repository'
import { createRequests } from './requests.service'
import type { RequestsContext } from './requests.types'
import { createCanSee } from './visibility'

/** What this feature is made of; the composition root calls it once. */
export interface RequestsFeatureDependencies extends Omit<RequestsContext, 'transaction'> {
  database: Database
  catalogue: { book(asin: string, region: Region): Promise<CatalogueBook | null> }
  /** Marks a book as in the library. */
  markDownloaded: (user: CurrentUser, asin: string) => Promise<void>
}

/** Builds everything about what people ask for. */
export function createRequestsFeature(dependencies: RequestsFeatureDependencies) {
  const { database, catalogue, markDownloaded, ...others } = dependencies
  const context = {
    ...others,
    transaction: <T>(work: Parameters<typeof database.write<T>>[0]) => database.write(work),
    repository: createRequestsRepository({ database }),
    lists: createRequestListRepository({ database }),
  }
  const ask = createAsk(context)
  const canSee = createCanSee(context)
  const requests = createRequests({ ...context, catalogue, ask, canSee })
  const decisions = createDecisions(context)
  const handMadeRepository = createHandMadeRepository({ database })

  return {
    canSee,
    requests,
    decisions,
    bulk: createBulk({ requests, decisions, markDownloaded }),
    handMade: createHandMade({ ...context, handMadeRepository, requests, ask, canSee, markDownloaded }),
    books: createBookDetails({ ...context, catalogue, canSee }),
    dashboards: createDashboards({
      repository: createDashboardsRepository({ database }),
      lists: context.lists,
    }),
  }
}
