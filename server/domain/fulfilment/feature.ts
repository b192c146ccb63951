import type { Database } from '#server/db/database'
import type { Logger } from '#server/log'
import { yieldNow, yieldEvery } from '#server/async/yield'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import type { ReleaseEnrichment, ReleaseSource } from '#server/domain/integrations/integrations.types'
import type { Settings } from '#server/domain/settings/settings.service'
import { createFulfilmentEvents } from './fulfilment-events'
import { createAdminActions } from './admin-actions.service'
import { createBlocklist } from './grab/blocklist.service'
import { createDownloadSettings, createSettingsPreview } from './download-settings.service'
import type { Announce } from '#server/domain/announce'
import type { BooksFeature } from '#server/domain/books/feature'
import type { EventOutbox } from './fulfilment.types'
import { createDemand } from './demand'
import { createFulfilmentsRepository } from './fulfilments.repository'
import { createManualGrab } from './grab/manual-grab.service'
import { createGrabsRepository } from './grab/grabs.repository'
import { createGrabber } from './grab/grab.service'
import { createRankReleases } from './search/rank.service'
import { createReconciler } from './grab/reconcile.service'
import { createReleaseSearchRepository } from './search/release-search.repository'
import { createReleaseSearch } from './search/release-search.service'
import type { Rank } from './search/release-search.types'
import { createReleasesRepository } from './search/releases.repository'
import { createReleaseList } from './search/release-list.service'
import { createAttempt } from './attempt.service'
import { createTransitions } from './transitions'
import { createFulfilmentWorker } from './worker.service'

/** What this feature is made of; the composition root calls it once. */
export interface FulfilmentFeatureDependencies {
  database: Database
  /** Keeps the books, and shows them to people. */
  books: Pick<BooksFeature, 'repository' | 'timeline' | 'canSee' | 'find'>
  settings: Pick<Settings, 'snapshot' | 'prepare'>
  source: ReleaseSource
  enrichment: ReleaseEnrichment
  rank: Rank
  /** Whether the account at the indexer may download what is for higher classes. */
  accountIsVip: () => Promise<boolean>
  outbox: EventOutbox
  announce: Announce
  clock: () => Date
  log: Logger
  /** Milliseconds that one indexer has for one answer. */
  answerLimit?: number
}

export type FulfilmentFeature = ReturnType<typeof createFulfilmentFeature>

/** Builds everything on the way from a wanted book to a release with the download client. */
export function createFulfilmentFeature(dependencies: FulfilmentFeatureDependencies) {
  const { database, outbox, announce, clock } = dependencies
  const { repository: books, timeline, canSee, find } = dependencies.books
  const fulfilments = createFulfilmentsRepository({ database, books })
  const grabs = createGrabsRepository({ database })
  const searches = createReleaseSearchRepository({ database, books })
  const releases = createReleasesRepository({ database, yieldNow, yieldEvery })
  const demand = createDemand({ books, fulfilments, grabs, searches, signals: database.signals })
  const settings = createDownloadSettings({
    settings: dependencies.settings,
    transaction: (work) => database.write(work),
    wake: demand.wake,
  })
  const rankReleases = createRankReleases({
    rank: dependencies.rank,
    settings: settings.read,
    blocked: (asin) => releases.listBlocked(asin),
    accountIsVip: dependencies.accountIsVip,
    clock,
  })
  const shared = {
    ...dependencies,
    books,
    timeline,
    canSee,
    showBook: async (user: CurrentUser, asin: string) => (await find(user, asin)).book,
    demand,
    transaction: <T>(work: Parameters<typeof database.write<T>>[0]) => database.write(work),
    fulfilments,
    grabs,
    searches,
    releases,
    transitions: createTransitions({ fulfilments, clock }),
    events: createFulfilmentEvents({ books, fulfilments, outbox, announce }),
  }
  const releaseSearch = createReleaseSearch({ ...shared, repository: searches, rankReleases })
  const grabber = createGrabber(shared)
  const reconciler = createReconciler({ ...shared, grabber })
  const attempt = createAttempt({ ...shared, releaseSearch, rankReleases, grabber })

  return {
    settings: { ...settings, preview: createSettingsPreview({ settings, searches, releases, rankReleases }) },
    releaseList: createReleaseList({ ...shared, releaseSearch }),
    adminActions: createAdminActions(shared),
    blocklist: createBlocklist(shared),
    confirmGrab: reconciler.confirmGrab,
    manualGrab: createManualGrab({ ...shared, grabber }),
    releaseSearch,
    worker: createFulfilmentWorker({ ...shared, attempt, reconciler, settings: settings.read }),
    demand,
  }
}
