import type { FulfilmentState } from '#contract/books'
import type { Transaction } from '#server/db/database'
import type { MessageFacts } from '#server/domain/notifications/notifications.types'

/** What the requests of people do to the fulfilment of a book. Each is part of the transaction that changes them. */
export interface Demand {
  /**
   * Starts it: a request for the book is approved. Nothing happens where it has started already, and what
   * the library has lost is looked for from the start; a book that is not released yet waits for its day.
   */
  begin(within: Transaction, asin: string, now: Date): Promise<void>
  /** Starts it over: what is in the library is wanted again, and no release that was grabbed counts any more. */
  beginAgain(within: Transaction, asin: string, now: Date): Promise<void>
  /**
   * Ends it when no approved request is left: all of it before a release was grabbed, nothing of it
   * afterwards. Does nothing while there is an approved request.
   */
  unwanted(within: Transaction, asin: string, now: Date): Promise<void>
  /**
   * Has a book looked for again: what is looked for was corrected. A search under way is broken off, and a plan made
   * for the former words is dropped; after a grab nothing happens.
   */
  corrected(within: Transaction, asin: string, now: Date): Promise<void>
  /**
   * Has what was found for a book judged again, or looked for where that is too old: people wish for something else. After
   * a grab nothing happens.
   */
  wishesChanged(within: Transaction, asin: string, now: Date): Promise<void>
  /**
   * Where it stands, which it does until the transaction ends; null where there is none. Once a release was sent it is
   * not searching any more, whether or not that has arrived.
   */
  findWork(within: Transaction, asin: string): Promise<FulfilmentState | null>
  /** Has the workers of every instance look at once; for after the transaction. */
  wake(): void
}

/** Something that people are told about, with the facts that a message can hold. */
export type FulfilmentEvent = Omit<MessageFacts, 'event' | 'reason'> & {
  event: Extract<
    MessageFacts['event'],
    'onSuccessfulDownload' | 'onFailedDownload' | 'onAvailable' | 'onNotFound' | 'onNotInLibrary'
  >
}

/** Where news are left, to be sent when their transaction is done. */
export interface EventOutbox {
  add(within: Transaction, events: FulfilmentEvent): Promise<void>
  /** Has them sent now; called when the transaction is done. */
  wake(): void
}
