import type { Region } from '#contract/common'
import type { Database } from '#server/db/database'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import type { CatalogueBook } from '#server/domain/catalogue/catalogue.types'
import { createAsk } from './ask'
import { createBulk } from './bulk.service'
import { createDashboardsRepository } from './dashboards.repository'
import { createDashboards } from './dashboards.service'
import { createDecisions } from './decisions.service'
import { createHandMade } from './hand-made.service'
import { createRequestListRepository } from './request-list.repository'
import { createRequestsRepository } from './requests.repository'
import { createRequests } from './requests.service'
import type { RequestsContext } from './requests.types'
import { createSelectionRepository } from './selection.repository'
import { createWithdrawAll } from './withdraw-all.service'

/** What this feature is made of; the composition root calls it once. */
interface RequestsFeatureDependencies extends Omit<RequestsContext, 'repository' | 'transaction'> {
  database: Database
  catalogue: { book(asin: string, region: Region): Promise<CatalogueBook | null> }
  /** Marks a book as in the library. */
  markDownloaded: (user: CurrentUser, asin: string) => Promise<void>
}

/** Builds everything about what people ask for. */
export function createRequestsFeature(dependencies: RequestsFeatureDependencies) {
  const { database, catalogue, markDownloaded, ...others } = dependencies
  const context: RequestsContext = {
    ...others,
    transaction: (work) => database.write(work),
    repository: createRequestsRepository({ database }),
  }
  const lists = createRequestListRepository({ database, books: others.books })
  const ask = createAsk(context)
  const requests = createRequests({ ...context, lists, catalogue, ask })
  const decisions = createDecisions(context)

  return {
    requests,
    decisions,
    bulk: createBulk({
      requests,
      decisions,
      markDownloaded,
      selection: createSelectionRepository({ database, books: others.books }),
      clock: others.clock,
    }),
    handMade: createHandMade({ ...context, lists, requests, ask, markDownloaded }),
    dashboards: createDashboards({ repository: createDashboardsRepository({ database }), lists }),
    withdrawAllOf: createWithdrawAll(context),
  }
}
