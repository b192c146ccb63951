import type { Region } from '#contract/common'
import type { Transaction } from '#server/db/database'
import type { FeatureContext } from '#server/domain/feature-context'
import type { BooksFeature } from '#server/domain/books/feature'
import type { BookFacts } from '#server/domain/books/books.types'
import type { Demand } from '#server/domain/fulfilment/demand'
import type { FulfilmentFeature } from '#server/domain/fulfilment/feature'
import type { MessageFacts } from '#server/domain/notifications/notifications.types'
import type { RequestsRepository } from './requests.repository'

/** The facts of a book in messages about requests. */
export type MessageBook = MessageFacts['book']

/** A message about requests. */
export type RequestMessage = Pick<MessageFacts, 'requesterIds' | 'namedOnlyIds' | 'book' | 'reason'> & {
  event: Extract<MessageFacts['event'], 'onNewRequest' | 'onRequestApproved' | 'onRequestDeclined'>
}

/** Stores a message in the transaction of its event. */
type Notify = (within: Transaction, message: RequestMessage) => Promise<void>

/** Where people find a book. */
type Place = Parameters<FulfilmentFeature['libraryEvents']['arrived']>[2]

/** What the library has of the books that people request. */
export interface Arrivals {
  /**
   * Where the library has a book that is requested now; null if it has to be got.
   * @param wanted.another whether another edition is wanted than the library may have.
   */
  find(book: BookFacts, wanted: { another: boolean }): Promise<Place | null>
  /** Makes a requested book available, and tells everyone who waits for it. */
  record: FulfilmentFeature['libraryEvents']['arrived']
}

/** The dependencies that the request services share. */
export interface RequestsContext extends Pick<
  FeatureContext,
  'transaction' | 'lockUser' | 'announce' | 'clock' | 'log'
> {
  repository: RequestsRepository
  /** Stores books and shows them to people. */
  books: BooksFeature
  demand: Demand
  notify: Notify
  /** Wakes delivery and search; call it after the transaction. */
  wake: () => void
  config: { defaultRegion: Region }
}
