import { createQueue } from '#server/async/queue'
import { createRunning } from '#server/async/running'
import type { Database } from '#server/db/database'
import type { BooksFeature } from '#server/domain/books/feature'
import { bind } from '#server/domain/bind'
import type { Settings } from '#server/domain/settings/settings.service'
import * as adminActions from './admin-actions.service'
import type { FulfilmentContext, Requesters } from './context'
import { createDemand } from './demand'
import {
  patchDownloadSettings,
  previewDownloadSettings,
  readDownloadSettings,
} from './download-settings.service'
import { refreshPages } from './fulfilment-events'
import { createFulfilmentsRepository } from './fulfilments.repository'
import * as blocklist from './grab/blocklist.service'
import { createGrabsRepository } from './grab/grabs.repository'
import { manualGrab } from './grab/manual-grab.service'
import { confirmGrab } from './grab/reconcile.service'
import { createJudgedPairsRepository } from './judged/judged-pairs.repository'
import * as judgedPairs from './judged/judged-pairs.service'
import { createKeptSearches } from './search/kept-searches.repository'
import * as releaseList from './search/release-list.service'
import { createReleaseSearchRepository } from './search/release-search.repository'
import * as releaseSearch from './search/release-search.service'
import { createReleasesRepository } from './search/releases.repository'
import { createAwaitedRepository, type AwaitedContext } from './track/awaited.repository'
import { createDownloadsRepository } from './track/downloads.repository'
import { pollDue } from './track/poll-clients.service'
import { identifyDue } from './track/identify.service'
import * as libraryEvents from './track/library-events'
import { createPollsRepository } from './track/polls.repository'
import { hastenProbes, notices, probeDue } from './wait/connection-waits'
import { createRestsRepository } from './wait/rests.repository'
import * as worker from './worker.service'

type FromOutside =
  'accountIsVip' | 'announce' | 'clock' | 'enrichment' | 'log' | 'outbox' | 'rank' | 'relatedBooks' | 'source'

/** What this feature depends on; the composition root builds it once. */
interface FulfilmentFeatureDependencies extends Pick<FulfilmentContext, FromOutside> {
  database: Database
  /** Stores books and shows them to people. */
  books: Pick<BooksFeature, 'repository' | 'timeline' | 'canSee' | 'find'>
  requesters: Requesters & AwaitedContext['requesters']
  settings: Pick<Settings, 'snapshot' | 'prepare' | 'get' | 'lock' | 'put'>
  connections: {
    clients: FulfilmentContext['clients']
    setup: FulfilmentContext['setup']
    note: FulfilmentContext['noteClient']
    libraries(): Promise<readonly unknown[]>
  }
}

export type FulfilmentFeature = ReturnType<typeof createFulfilmentFeature>

function createTrackingRepositories(context: AwaitedContext) {
  return {
    downloads: createDownloadsRepository(context),
    polls: createPollsRepository(context),
    rests: createRestsRepository(context),
    awaited: createAwaitedRepository(context),
  }
}

/** Builds everything from a wanted book to a release in the download client. */
export function createFulfilmentFeature(dependencies: FulfilmentFeatureDependencies) {
  const { database, connections, requesters, settings: stored } = dependencies
  const { repository: books, timeline, canSee, find } = dependencies.books
  const fulfilments = createFulfilmentsRepository({ database, books })
  const grabs = createGrabsRepository({ database })
  const searches = createReleaseSearchRepository({ database, books })
  const demand = createDemand({ books, fulfilments, grabs, requesters, searches, signals: database.signals })
  const settings = bind(
    { settings: stored, transaction: database.write, wake: demand.wake },
    { read: readDownloadSettings, patch: patchDownloadSettings },
  )
  const context: FulfilmentContext = {
    ...dependencies,
    settings: settings.read,
    knownSetup: stored,
    clients: connections.clients,
    setup: connections.setup,
    noteClient: connections.note,
    hasLibrary: async () => (await connections.libraries()).length > 0,
    transaction: database.write,
    books,
    timeline,
    canSee,
    showBook: async (user, asin) => (await find(user, asin)).book,
    demand,
    fulfilments,
    grabs,
    searches,
    releases: createReleasesRepository({ database }),
    judged: createJudgedPairsRepository({ database }),
    ...createTrackingRepositories({ database, books, requesters }),
    searching: { stopping: new AbortController(), running: new Map(), largeSaves: createQueue() },
    working: { stopping: new AbortController(), attempts: createRunning() },
    ...{ lookedAt: new Map(), identifyAt: new Map() },
  }

  return {
    settings: { ...settings, ...bind(context, { preview: previewDownloadSettings }) },
    releaseList: bind(context, releaseList),
    adminActions: bind(context, adminActions),
    blocklist: bind(context, blocklist),
    judgedPairs: bind(context, judgedPairs),
    ...bind(context, { confirmGrab, manualGrab }),
    releaseSearch: bind(context, releaseSearch),
    worker: bind(context, worker),
    tracking: bind(context, { pollDue, identifyDue }),
    waits: bind(context, { probeDue, hastenProbes, notices }),
    libraryEvents: {
      ...bind(context, { ...libraryEvents, announceArrival: refreshPages }),
      listComplete: context.downloads.listComplete,
      listAwaited: context.awaited.list,
      findTakenBack: context.awaited.findTakenBack,
      listAvailable: context.awaited.listAvailable,
      recordSeen: context.awaited.recordSeen,
    },
    demand,
    kept: createKeptSearches({ database }),
  }
}
