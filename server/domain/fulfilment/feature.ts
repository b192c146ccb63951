import type { BookDto } from '#contract/books'
import type { Database } from '#server/db/database'
import type { Logger } from '#server/log'
import { breathe, inTurns } from '#server/async/yield'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import type { ReleaseEnrichment, ReleaseSource } from '#server/domain/integrations/integrations.types'
import type { Settings } from '#server/domain/settings/settings.service'
import type { Announce } from '#server/domain/announce'
import { createBookNews } from './fulfilment-events'
import { createByHand } from './admin-actions.service'
import { createChoices } from './grab/choices.service'
import { createDownloadSettings, createSettingsPreview } from './download-settings.service'
import type { NewsOutbox, Timeline } from './fulfilment.types'
import type { createFulfilment } from './demand'
import { createFulfilmentsRepository } from './fulfilments.repository'
import { createGrabbing } from './grab/chosen-release.service'
import { createGrabsRepository } from './grab/grabs.repository'
import { createHandOver } from './grab/grab.service'
import { createJudging } from './search/rank.service'
import { createLookUp } from './grab/reconcile.service'
import { createReleaseSearchRepository } from './search/release-search.repository'
import { createReleaseSearch } from './search/release-search.service'
import type { Rank } from './search/release-search.types'
import { createReleasesRepository } from './search/releases.repository'
import { createSources } from './search/sources.service'
import { createTry } from './attempt.service'
import { createWorkChanges } from './transitions'
import { createFulfilmentWork } from './worker.service'

/** What this feature is made of; the composition root calls it once. */
export interface DownloadsFeatureDependencies {
  database: Database
  fulfilment: ReturnType<typeof createFulfilment>
  timeline: Timeline
  settings: Pick<Settings, 'snapshot' | 'prepare'>
  source: ReleaseSource
  enrichment: ReleaseEnrichment
  rank: Rank
  /** Whether the account at the indexer may download what is for higher classes. */
  accountIsVip: () => Promise<boolean>
  outbox: NewsOutbox
  announce: Announce
  /** Whether this person may know of a book. */
  canSee: (user: CurrentUser, asin: string) => Promise<boolean>
  /** A book as this person sees it. */
  showBook: (user: CurrentUser, asin: string) => Promise<BookDto>
  clock: () => Date
  log: Logger
  /** Milliseconds that one indexer has for one answer. */
  answerLimit?: number
}

export type Downloads = ReturnType<typeof createDownloads>

/** Builds everything on the way from a wanted book to a release with the download client. */
export function createDownloads(dependencies: DownloadsFeatureDependencies) {
  const { database, fulfilment, outbox, announce, clock } = dependencies
  const fulfilments = createFulfilmentsRepository({ database })
  const grabs = createGrabsRepository({ database })
  const searches = createReleaseSearchRepository({ database })
  const releases = createReleasesRepository({ database, breathe, inTurns })
  const settings = createDownloadSettings({
    settings: dependencies.settings,
    transaction: (work) => database.write(work),
    wake: fulfilment.wake,
  })
  const judge = createJudging({
    rank: dependencies.rank,
    settings: settings.read,
    blocked: (asin) => releases.listBlocked(asin),
    accountIsVip: dependencies.accountIsVip,
    clock,
  })
  const shared = {
    ...dependencies,
    transaction: <T>(work: Parameters<typeof database.write<T>>[0]) => database.write(work),
    fulfilments,
    grabs,
    searches,
    releases,
    changes: createWorkChanges({ fulfilments, clock }),
    news: createBookNews({ fulfilments, outbox, announce }),
  }
  const releaseSearch = createReleaseSearch({ ...shared, repository: searches, judge })
  const handOver = createHandOver(shared)
  const lookUp = createLookUp({ ...shared, handOver })
  const attempt = createTry({ ...shared, releaseSearch, judge, handOver })

  return {
    settings: { ...settings, preview: createSettingsPreview({ settings, searches, releases, judge }) },
    sources: createSources({ ...shared, releaseSearch }),
    byHand: createByHand(shared),
    choices: createChoices({ ...shared, lookUp }),
    grabbing: createGrabbing({ ...shared, handOver }),
    releaseSearch,
    work: createFulfilmentWork({ ...shared, attempt, lookUp, settings: settings.read }),
    fulfilment,
  }
}
