import type { Cause } from '#contract/cause'
import type { NotificationEvent, TemplateVariable } from '#contract/notifications'

/** Values for the placeholders of a template; missing ones count as empty. */
export type TemplateValues = Partial<Record<TemplateVariable, string>>

/** What happened, as a message tells it. */
export interface StoredFacts {
  event: NotificationEvent
  /**
   * Ids of the users concerned, in order of request: the requester of a new request, those whose requests
   * were decided, or everyone who requested the book. Their own targets are notified too.
   */
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
  /** The release that was grabbed, or that failed. */
  release?: {
    title: string
    sizeBytes: number | null
    indexer: string | null
    protocol: string | null
    infoHash: string | null
  } | null
  error?: { status: number | string | null; cause: Cause } | null
  /** An address that opens the book in the library. */
  link?: string
  /** Why a request was declined. */
  reason?: string | null
  /** What the people concerned follow: the author, narrator or series that the book belongs to. */
  followed?: string
  /** Whether the book has not been released yet. */
  announced?: boolean
}

/** A user, as named in messages. */
export interface Person {
  id: string
  username: string
  extraData: string | null
}

/** Links to pages, for use in messages; empty if the public address is unknown. */
export interface Links {
  bookUrl: string
  requestUrl: string
}

/** A message to one target, rendered when it is sent. */
export interface StoredMessage {
  facts: StoredFacts
  /** Those concerned, in order of request, without people whom the reader may not know about. */
  people: readonly Person[]
  links: Links
}
