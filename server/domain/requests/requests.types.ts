import type { RequestStatus } from '#contract/books'
import type { CatalogueBook } from '../catalogue/catalogue.types'
import type { FulfilmentState, RequestCounts } from './requests.rules'

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
>

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
  fulfilment: { state: FulfilmentState; nextTryAt: Date | null; error: string | null } | null
  /** Everybody's requests, counted. */
  counts: RequestCounts
  /** The requests this person may see, oldest first. */
  requests: VisibleRequest[]
}

/** Whose requests somebody may see: an administrator everyone's, others their own. */
export interface Viewer {
  userId: string
  everyone: boolean
}
