import type { Region } from '#contract/common'
import type { Database } from '#server/db/database'
import type { FeatureContext } from '#server/domain/feature-context'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import type { CatalogueBook } from '#server/domain/catalogue/catalogue.types'
import type { Settings } from '#server/domain/settings/settings.service'
import type { Approvals } from './approvals'
import { createStoreRequest } from './store-request'
import { createBulk } from './bulk.service'
import { createDashboardsRepository } from './dashboards.repository'
import { createDashboards } from './dashboards.service'
import { createDecisions } from './decisions.service'
import { createHandMade } from './hand-made.service'
import { createQuotasRepository } from './quotas.repository'
import { createQuotas } from './quotas.service'
import { createRequestListRepository } from './request-list.repository'
import { createRequestSettings } from './request-settings.service'
import { createRequestsRepository } from './requests.repository'
import { createRequests } from './requests.service'
import type { Arrivals, RequestsContext } from './requests.types'
import { createSelectionRepository } from './selection.repository'
import { createWishes } from './wishes.service'
import { createWithdrawAll } from './withdraw-all.service'

/** What this feature depends on; the composition root builds it once. */
interface RequestsFeatureDependencies
  extends Omit<RequestsContext, 'repository' | 'notify' | 'wake'>, Pick<FeatureContext, 'audit'> {
  database: Database
  settings: Settings
  approvals: Approvals
  outbox: { add: RequestsContext['notify']; wake(): void }
  catalogue: { book(asin: string, region: Region): Promise<CatalogueBook | null> }
  arrivals: Arrivals
  /** Marks a book as in the library. */
  markAvailable: (user: CurrentUser, asin: string) => Promise<void>
}

/** Builds everything about requests. */
export function createRequestsFeature(dependencies: RequestsFeatureDependencies) {
  const { database, catalogue, arrivals, markAvailable, settings, audit, approvals, outbox, ...others } =
    dependencies
  const context: RequestsContext = {
    ...others,
    repository: createRequestsRepository({ database }),
    notify: outbox.add,
    wake() {
      outbox.wake()
      others.demand.wake()
    },
  }
  const lists = createRequestListRepository({ database, books: others.books })
  const quotas = createQuotas({ ...context, repository: createQuotasRepository({ database }), settings })
  const storeRequest = createStoreRequest({ ...context, quotas, approvals, arrivals })
  const requests = createRequests({ ...context, lists, catalogue, arrivals, storeRequest, quotas })
  const decisions = createDecisions({ ...context, quotas })

  return {
    requests,
    decisions,
    bulk: createBulk({
      requests,
      decisions,
      quotas,
      markAvailable,
      selection: createSelectionRepository({ database, books: others.books }),
      clock: others.clock,
    }),
    quotas,
    wishes: createWishes(context),
    requestSettings: createRequestSettings({ ...context, settings, audit }),
    handMade: createHandMade({ ...context, lists, requests, storeRequest, approvals, markAvailable }),
    dashboards: createDashboards({ repository: createDashboardsRepository({ database }), requests }),
    withdrawAllOf: createWithdrawAll(context),
  }
}
