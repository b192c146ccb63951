import type { Region } from '#contract/common'
import type { Transaction } from '#server/db/database'
import type { FeatureContext } from '#server/domain/feature-context'
import type { BooksFeature } from '#server/domain/books/feature'
import type { Demand } from '#server/domain/fulfilment/demand'
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
