import type { Region } from '#contract/common'
import type { Transaction } from '#server/db/database'
import type { Ground } from '#server/domain/ground'
import type { BooksFeature } from '#server/domain/books/feature'
import type { Demand } from '#server/domain/fulfilment/fulfilment.types'
import type { MessageFacts } from '#server/domain/notifications/notifications.types'
import type { RequestsRepository } from './requests.repository'

/** What messages about requests say of a book. */
export type MessageBook = MessageFacts['book']

/** Something about requests that people are told. */
export type RequestMessage = Pick<MessageFacts, 'requesterIds' | 'joinedIds' | 'book' | 'reason'> & {
  event: Extract<MessageFacts['event'], 'onNewRequest' | 'onRequestApproved' | 'onRequestDeclined'>
}

/** Writes down what people are told, in the transaction of what happened. */
type Notify = (within: Transaction, message: RequestMessage) => Promise<void>

/** What the services about requests have in common. */
export interface RequestsContext extends Pick<Ground, 'transaction' | 'announce' | 'clock' | 'log'> {
  repository: RequestsRepository
  /** Keeps the books, and shows them to people. */
  books: BooksFeature
  demand: Demand
  /**
   * Locks a user against new requests and against being deleted until the transaction ends. Users are locked before
   * books, so that nobody waits for each other.
   */
  lockUser: (within: Transaction, userId: string) => Promise<unknown>
  notify: Notify
  /** Has messages and searches begin now; called when their transaction is done. */
  wake: () => void
  config: { defaultRegion: Region }
}
