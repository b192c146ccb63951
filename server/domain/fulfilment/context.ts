import type { Queue } from '#server/async/queue'
import type { BookDto } from '#contract/books'
import type { DownloadSettings } from '#contract/download-settings'
import type { Conditions } from '#contract/wishes'
import type { Running } from '#server/async/running'
import type { Database, Transaction } from '#server/db/database'
import type { Announce } from '#server/domain/announce'
import type { BooksRepository } from '#server/domain/books/books.repository'
import type { Timeline } from '#server/domain/books/timeline.repository'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import type { ConnectionOutcome } from '#server/domain/integrations/connections.types'
import type { ReleaseEnrichment, ReleaseSource } from '#server/domain/integrations/integrations.types'
import type { Settings } from '#server/domain/settings/settings.service'
import type { Logger } from '#server/platform/log'
import type { RelatedBooks } from '#server/domain/catalogue/related-books'
import type { Demand } from './demand'
import type { EventOutbox } from './fulfilment-events'
import type { FulfilmentsRepository } from './fulfilments.repository'
import type { GrabsRepository } from './grab/grabs.repository'
import type { JudgedPairsRepository } from './judged/judged-pairs.repository'
import type { ReleaseSearchRepository } from './search/release-search.repository'
import type { Rank } from './search/release-search.types'
import type { ReleasesRepository } from './search/releases.repository'
import type { AwaitedRepository } from './track/awaited.repository'
import type { DownloadsRepository } from './track/downloads.repository'
import type { PollsRepository } from './track/polls.repository'
import type { RestsRepository } from './wait/rests.repository'
import type { OpenClient } from './track/track.types'

type Reader = Pick<Transaction, 'select' | '$count'>

/** Who wants a book, as requests say. */
export interface Requesters {
  /** Whether a request for it is approved. */
  isWanted(asin: string, within?: Reader): Promise<boolean>
  isWantedBy(asin: string, userId: string): Promise<boolean>
  /** Whether anyone has a request for it, in any state. */
  isRequested(asin: string): Promise<boolean>
  /**
   * Approves what waits for approval, as the book is there.
   * @returns whether anything waited.
   */
  settle(within: Transaction, asin: string, now: Date): Promise<boolean>
  /** Takes back what was granted because the book was there, as it has to be got after all. */
  unsettle(within: Transaction, asin: string, now: Date): Promise<void>
  /** In order of request. */
  list(asin: string, within?: Reader): Promise<{ userId: string; declined: boolean }[]>
  /** The ids of all requesters of some books. */
  listIds(asins: readonly string[]): Promise<Map<string, string[]>>
  /** The combined wishes that its releases have to meet; null for none. */
  conditionsOf(asin: string, within?: Reader): Promise<Conditions | null>
}

/** What the functions of this feature need; each takes all or part of it as its first argument. */
export interface FulfilmentContext {
  books: BooksRepository
  fulfilments: FulfilmentsRepository
  grabs: GrabsRepository
  searches: ReleaseSearchRepository
  releases: ReleasesRepository
  judged: JudgedPairsRepository
  downloads: DownloadsRepository
  polls: PollsRepository
  rests: RestsRepository
  awaited: AwaitedRepository
  requesters: Requesters
  demand: Demand
  timeline: Timeline
  settings: () => Promise<DownloadSettings>
  /** Stores what was set up when books were last let go on. */
  knownSetup: Pick<Settings, 'get' | 'lock' | 'put'>
  source: ReleaseSource
  enrichment: ReleaseEnrichment
  /** The enabled download clients in order of preference. */
  clients: () => Promise<OpenClient[]>
  /** The source and the download clients that are ready, by id, each with a mark that every change replaces. */
  setup: () => Promise<Record<string, string>>
  /** Whether a library is enabled, which decides what is available. */
  hasLibrary: () => Promise<boolean>
  /** Records whether calling a client succeeded. */
  noteClient: (connectionId: string, outcome: ConnectionOutcome) => Promise<void>
  rank: Rank
  /** An author's other books, which help to distinguish longer titles from the wanted one. */
  relatedBooks: RelatedBooks
  /** Whether the account at the indexer may download VIP releases. */
  accountIsVip: () => Promise<boolean>
  outbox: EventOutbox
  announce: Announce
  /** Whether a book is visible to this person. */
  canSee: (user: CurrentUser, asin: string) => Promise<boolean>
  /** A book in the form this person sees. */
  showBook: (user: CurrentUser, asin: string) => Promise<BookDto>
  transaction: Database['write']
  clock: () => Date
  log: Logger
  /** The searches that this server runs, by id. */
  searching: { stopping: AbortController; running: Map<string, Promise<void>>; largeSaves: Queue }
  /** The work in progress on this server. */
  working: { stopping: AbortController; attempts: Running }
  /** When this server last looked for downloads that a client has not shown yet, by connection id. */
  lookedAt: Map<string, Date>
  /** When this server next asks the history for a download's id, in milliseconds, by grab id. */
  identifyAt: Map<string, number>
}
