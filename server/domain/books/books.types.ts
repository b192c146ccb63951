import type { Cause } from '#contract/cause'
import type {
  BookAction,
  BookStatus,
  FulfilmentState,
  RequestStatus,
  TimelineDetail,
  TimelineKind,
} from '#contract/books'
import type { Wishes } from '#contract/wishes'
import type { Transaction } from '#server/db/database'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import type { CatalogueBook } from '#server/domain/catalogue/catalogue.types'
import type { RequestCounts } from './book-status.rules'
import type { StoredDownload } from './download-view.rules'

/** The facts of a book that answers show: those of the catalogue, or those kept with the first request. */
export type BookFacts = Pick<
  CatalogueBook,
  | 'asin'
  | 'region'
  | 'title'
  | 'subtitle'
  | 'authors'
  | 'narrators'
  | 'series'
  | 'language'
  | 'edition'
  | 'releaseDate'
  | 'runtimeMin'
> & {
  /** Username of the person who wrote it down, where it is not from the catalogue. */
  handMadeBy?: string | null
  /** What that person said about it. */
  info?: string | null
}

/** A book as it is kept with its first request. */
export interface StoredBook extends BookFacts {
  summary: string | null
  coverUrl: string | null
  handMadeBy: string | null
  info: string | null
}

/** A book as a person wrote it down. */
export interface HandMadeFacts {
  title: string
  subtitle: string | null
  authors: string[]
  narrators: string[]
  /** ISO date. */
  releaseDate: string | null
  info: string | null
}

/** What a cover is made from: the catalogue's address of it, or else the title. */
export type StoredCover = Pick<CatalogueBook, 'title' | 'coverUrl'>

export interface VisibleRequest {
  username: string
  status: RequestStatus
  reason: string | null
  wishes: Wishes | null
  createdAt: Date
  updatedAt: Date
}

/** Where a book stands here, as one person sees it. */
export interface BookState {
  /** When its facts were last stored. */
  updatedAt: Date
  fulfilment: {
    state: FulfilmentState
    nextTryAt: Date | null
    cause: Cause | null
    /** Whether an administrator has stopped the automatic search. */
    stopped: boolean
    /** Whether it is available no more: the library has lost it. */
    leftLibrary: boolean
    /** Whether a person wants the next try made, also while automatic download is off. */
    asked: boolean
    /** Whether it is looked for at once, as a person wants it. */
    byHand: boolean
  } | null
  /** What the download client says; null where it was not asked. */
  download: StoredDownload | null
  /** Everybody's requests, counted. */
  counts: RequestCounts
  /** The requests this person may see, oldest first. */
  requests: VisibleRequest[]
}

/** By what it is decided what somebody may do about a book. */
export interface ActionFacts {
  user: Pick<CurrentUser, 'username' | 'role'>
  /** Where the own request stands; null without one. */
  own: RequestStatus | null
  /** Where the book stands for everybody. */
  status: BookStatus | null
  counts: RequestCounts
  /** Whether an administrator has stopped the automatic search. */
  stopped: boolean
  /** Whether the library had it and has lost it. */
  leftLibrary: boolean
  /** Whether a request of this person for it needs nobody's approval. */
  autoApproved: boolean
  /** Whether there is anything that can be asked for releases. */
  searchable: boolean
  /** Username of the person who wrote it down, where it is not from the catalogue. */
  handMadeBy: string | null
}

/** Says what somebody may do about a book. */
export type ActionsOf = (facts: ActionFacts) => BookAction[]

export interface TimelineEntry {
  asin: string
  kind: TimelineKind
  /** Username; null for the server itself. */
  actor: string | null
  detail?: TimelineDetail | null
  at: Date
}

/** What happened to books. */
export interface Timeline {
  add(within: Transaction, entry: TimelineEntry): Promise<void>
  /** Oldest first. */
  list(asin: string): Promise<TimelineEntry[]>
  /** From when on a user's name means them: that of somebody who left may be given out again. */
  memberSince(userId: string): Promise<Date>
}
