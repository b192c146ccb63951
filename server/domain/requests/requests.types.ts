import type { FulfilmentState, RequestStatus, SearchIssueDto } from '#contract/books'
import type { Region } from '#contract/common'
import type { Database, Transaction } from '#server/db/database'
import type { Logger } from '#server/log'
import type { CatalogueBook } from '#server/domain/catalogue/catalogue.types'
import type { Demand, Timeline } from '#server/domain/fulfilment/fulfilment.types'
import type { MessageFacts } from '#server/domain/notifications/notifications.types'
import type { Announce } from '#server/domain/announce'
import type { Outlook, RequestCounts } from './requests.rules'

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

/** What messages about requests say of a book. */
export type MessageBook = MessageFacts['book']

/** Something about requests that people are told. */
export type RequestMessage = Pick<MessageFacts, 'requesterIds' | 'joinedIds' | 'book' | 'reason'> & {
  event: Extract<MessageFacts['event'], 'onNewRequest' | 'onRequestApproved' | 'onRequestDeclined'>
}

/** Writes down what people are told, in the transaction of what happened. */
export type Notify = (within: Transaction, message: RequestMessage) => Promise<void>

/** What a cover is made from: the catalogue's address of it, or else the title. */
export type StoredCover = Pick<CatalogueBook, 'title' | 'coverUrl'>

export interface VisibleRequest {
  username: string
  status: RequestStatus
  reason: string | null
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
    error: string | null
    /** Whether an administrator has stopped the automatic search. */
    stopped: boolean
    /** Whether a person wants the next try made, also while automatic download is off. */
    asked: boolean
    /** Whether it is looked for at once, as a person wants it. */
    byHand: boolean
  } | null
  /** Everybody's requests, counted. */
  counts: RequestCounts
  /** The requests this person may see, oldest first. */
  requests: VisibleRequest[]
}

/** Whose requests somebody may see: an administrator everyone's, others their own. */
export interface Visibility {
  userId: string
  everyone: boolean
}

/** What the services about requests have in common. */
export interface RequestsContext {
  demand: Demand
  timeline: Timeline
  notify: Notify
  outlook: () => Promise<Outlook>
  /** Why no book can be looked for; null where that is possible. */
  searchIssue: () => Promise<SearchIssueDto | null>
  /** Has messages and searches begin now; called when their transaction is done. */
  wake: () => void
  transaction: Database['write']
  /** Tells open pages; the ids are of the people who may know. */
  announce: Announce
  config: { baseUrl: string; defaultRegion: Region }
  clock: () => Date
  log: Logger
}
