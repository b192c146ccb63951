import type { Cause } from '#contract/cause'
import type {
  BookAction,
  BookStatus,
  FulfilmentState,
  RequestStatus,
  TimelineDetail,
  TimelineKind,
} from '#contract/books'
import type { Conditions, Wishes } from '#contract/wishes'
import type { StoredFacts } from '#server/db/stored-facts'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import type { CatalogueBook } from '#server/domain/catalogue/catalogue.types'
import type { StoredDownload } from './download-view.rules'

/** The facts of a book shown in responses, from the catalogue or as stored with the first request. */
export interface BookFacts extends StoredFacts {
  /** Username of the person who entered the book by hand; null or omitted for catalogue books. */
  handMadeBy?: string | null
  /** That person's note about it. */
  info?: string | null
}

/** A book as stored with its first request. */
export interface StoredBook extends BookFacts {
  summary: string | null
  coverUrl: string | null
  handMadeBy: string | null
  info: string | null
}

/** A book as entered by hand. */
export interface HandMadeFacts extends Pick<
  StoredFacts,
  'title' | 'subtitle' | 'authors' | 'narrators' | 'releaseDate'
> {
  info: string | null
}

/** What a cover is made from: the catalogue's address, or else the title. */
export type StoredCover = Pick<CatalogueBook, 'title' | 'coverUrl'>

export interface VisibleRequest {
  username: string
  status: RequestStatus
  reason: string | null
  wishes: Wishes | null
  createdAt: Date
  updatedAt: Date
}

/** A book's requests, counted by status. */
export interface RequestCounts {
  pending: number
  approved: number
  declined: number
}

/** The state of a book on this server, as one person sees it. */
export interface BookState {
  /** When its facts were last stored. */
  updatedAt: Date
  fulfilment: {
    state: FulfilmentState
    nextAttemptAt: Date | null
    cause: Cause | null
    /** Whether an administrator has stopped the automatic search. */
    stopped: boolean
    /** Whether the library lost the book, so that it is no longer available. */
    leftLibrary: boolean
    /** Whether a person wants the next attempt made, even while automatic download is off. */
    asked: boolean
    /** Whether a person wants a search at once. */
    atOnce: boolean
  } | null
  /** What the download client reports; null if it was not asked. */
  download: StoredDownload | null
  /** Everyone's requests, counted. */
  counts: RequestCounts
  /** The requests this person may see, oldest first. */
  requests: VisibleRequest[]
}

/** The facts that decide what someone may do about a book. */
export interface ActionFacts {
  user: Pick<CurrentUser, 'username' | 'role'>
  /** The status of the person's own request; null without one. */
  own: RequestStatus | null
  /** The status of the book across all requests. */
  status: BookStatus | null
  counts: RequestCounts
  /** Whether an administrator has stopped the automatic search. */
  stopped: boolean
  /** Whether the library had the book and lost it. */
  leftLibrary: boolean
  /** Whether the library is known to have this edition, requested or not. */
  sameEdition: boolean
  /** Whether a request of this person would need no approval. */
  autoApproved: boolean
  /** Whether any source of releases is set up. */
  searchable: boolean
  /** Username of the person who entered the book by hand; null for catalogue books. */
  handMadeBy: string | null
}

/** Decides what someone may do about a book. */
export type ActionsOf = (facts: ActionFacts) => BookAction[]

/** Who wants a book, as requests say. */
export interface Requesters {
  /** Whether this person has a request for it, in any state. */
  isRequestedBy(asin: string, userId: string): Promise<boolean>
  /** The combined wishes that its releases have to meet; null for none. */
  conditionsOf(asin: string): Promise<Conditions | null>
}

export interface TimelineEntry {
  asin: string
  kind: TimelineKind
  /** Username; null for the server itself. */
  actor: string | null
  detail?: TimelineDetail | null
  at: Date
}
