import type { FulfilmentState } from '#contract/books'
import type { Transaction } from '#server/db/database'
import type { MessageFacts } from '#server/domain/notifications/notifications.types'

/**
 * The effect of requests on the fulfilment of a book. Each call is part of the transaction that changes the requests.
 */
export interface Demand {
  /**
   * Starts the fulfilment when a request is approved, unless it has started already. A book that the library has lost
   * starts over; a book not yet released waits for its release date.
   */
  begin(within: Transaction, asin: string, now: Date): Promise<void>
  /** Starts over a book that is in the library; grabs made before no longer count. */
  beginAgain(within: Transaction, asin: string, now: Date): Promise<void>
  /**
   * Ends the fulfilment when no approved request is left: completely before a grab, not at all after one. Does nothing
   * while an approved request remains.
   */
  unwanted(within: Transaction, asin: string, now: Date): Promise<void>
  /**
   * Searches again after the book's details were corrected. Cancels a running search and drops the schedule of the old
   * details; does nothing after a grab.
   */
  corrected(within: Transaction, asin: string, now: Date): Promise<void>
  /**
   * Ranks a book's releases again after wishes changed, or searches again if they are too old. Does nothing after a
   * grab.
   */
  wishesChanged(within: Transaction, asin: string, now: Date): Promise<void>
  /**
   * The state, locked until the transaction ends; null if there is no fulfilment. Once a release was sent, the state is
   * no longer searching, whether or not the release has arrived.
   */
  findWork(within: Transaction, asin: string): Promise<FulfilmentState | null>
  /** Wakes the workers of every instance; call it after the transaction. */
  wake(): void
}

/** An event that people are told about, with the facts that a message may use. */
export type FulfilmentEvent = Omit<MessageFacts, 'event' | 'reason'> & {
  event: Extract<
    MessageFacts['event'],
    'onSuccessfulDownload' | 'onFailedDownload' | 'onAvailable' | 'onNotFound' | 'onNotInLibrary'
  >
}

/** Where messages wait until their transaction is committed. */
export interface EventOutbox {
  add(within: Transaction, events: FulfilmentEvent): Promise<void>
  /** Sends them; call it after the transaction. */
  wake(): void
}
