import type { TimelineDetail, TimelineKind } from '#contract/books'
import type { LiveEvent } from '#contract/system'
import type { Transaction } from '#server/db/database'

/** What the requests of people do to the work on a book. Each is part of the transaction that changes them. */
export interface Fulfilment {
  /**
   * Starts the work: a request for the book is approved. Nothing happens where it has started already; a book
   * that is not released yet waits for its day.
   */
  begin(within: Transaction, asin: string, now: Date): Promise<void>
  /**
   * Ends the work when no approved request is left: all of it before a release was handed over, nothing of it
   * afterwards. Does nothing while there is an approved request.
   */
  unwanted(within: Transaction, asin: string, now: Date): Promise<void>
  /**
   * Has a book looked for anew where that is going on, as what it is known by was corrected. One that an
   * administrator stopped stays stopped.
   * @returns whether it is being looked for.
   */
  again(within: Transaction, asin: string, now: Date): Promise<boolean>
  /** Has the workers of every instance look at once; for after the transaction. */
  wake(): void
}

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
}

/** Tells open pages; the ids are of the people who may know. */
export type Announce = (event: LiveEvent, audience: { admins: boolean; userIds: string[] }) => void

/** Something that people are told about, with the facts that a message can hold. */
export interface DownloadNews {
  event: 'onSuccessfulDownload' | 'onFailedDownload' | 'onAvailable' | 'onNotFound'
  /** Everybody who asked for the book, in the order of asking. */
  requesterIds: readonly string[]
  book: {
    asin: string
    region: string
    title: string
    subtitle: string | null
    authors: readonly string[]
    narrators: readonly string[]
    coverUrl: string | null
  }
  release?: {
    title: string
    sizeBytes: number | null
    indexer: string | null
    protocol: string | null
    infoHash: string | null
  } | null
  error?: { status: number | string | null; reason: string } | null
  /** Names the occurrence: the same id is told once. */
  eventId?: string
}

/** Where news are left, to be sent when their transaction is done. */
export interface NewsOutbox {
  add(within: Transaction, news: DownloadNews): Promise<void>
  /** Has them sent now; called when the transaction is done. */
  wake(): void
}
