import type { Cause } from '#contract/cause'
import type { DeliveryCause } from '#contract/delivery-cause'
import type { NotificationEvent, NotificationKind, TemplateVariable } from '#contract/notifications'
import type { Language } from '#contract/words/messages'

/** Values for the placeholders of a template; what is missing counts as empty. */
export type TemplateValues = Partial<Record<TemplateVariable, string>>

/** A value for each of them. */
export type AllTemplateValues = Record<TemplateVariable, string>

export type BodyType = 'text' | 'json'

/** Something that happened, as the feature that knows of it tells it. */
export interface MessageFacts {
  event: NotificationEvent
  /**
   * Ids of the users it is about, in the order of asking: for a new request the one who asked, for a decision
   * those it was made on, else everybody who asked for the book. Their own targets are told as well.
   */
  requesterIds: readonly string[]
  /**
   * Ids of everybody who asked for the book, in the order of asking, where those above are a part of them: they
   * are named in messages, but not told by targets of their own.
   */
  joinedIds?: readonly string[]
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
  /** `causeForRequesters`, where administrators alone may know the cause. */
  error?: { status: number | string | null; cause: Cause; causeForRequesters?: Cause } | null
  /** Opens the book in the library. */
  link?: string
  /** Why a request was declined. */
  reason?: string | null
  /** What the people it is about follow, where the book is new of that. */
  followed?: string
  /** Whether the book is not out yet. */
  announced?: boolean
  /** Names what happened: the same one is put in once per target. Left out, every call is something new. */
  eventId?: string
}

/** A user as messages name them. */
export interface Person {
  id: string
  username: string
  extraData: string | null
}

/** Somebody who may be written to, with the language that they chose. */
export interface Reader extends Person {
  language: Language | null
}

/** Addresses of pages, for messages; empty when it is not known where people reach the server. */
export interface Links {
  bookUrl: string
  requestUrl: string
}

/** Whose targets: a user's id, or null for those of the server. */
export type Owner = string | null

/** A target as stored: address and headers are encrypted. */
export interface StoredTarget {
  id: string
  ownerId: Owner
  kind: NotificationKind
  name: string
  sealedUrl: string
  sealedHeaders: string
  events: NotificationEvent[]
  bodyType: BodyType
  body: string
  /** Of its messages; null: that of its owner, or of the server. */
  language: Language | null
  enabled: boolean
}

/** One message on its way to one target. */
export interface Delivery {
  id: string
  event: NotificationEvent
  variables: TemplateValues
  /** Tries made so far. */
  attempts: number
}

/** What is sent in one try. */
export interface WebhookCall {
  url: string
  headers: Record<string, string>
  /** Names of headers that hold no secret. */
  openHeaders: readonly string[]
  bodyType: BodyType
  body: string
  /** Whether the address may not be in the network of the server. */
  publicOnly: boolean
  /** Whether the headers are keys to encrypt the body with, and are not sent. */
  sealed?: boolean
}

/** What came of one try; texts hold no secrets. */
export type WebhookResult =
  | { kind: 'answered'; status: number; retryAfter: string | null; answer: string }
  | { kind: 'unanswered'; cause: DeliveryCause }
  | { kind: 'refused'; cause: DeliveryCause }
  | { kind: 'interrupted' }

/** A request as it is sent, with secrets hidden. */
interface ShownRequest {
  method: 'POST'
  url: string
  headers: Record<string, string>
  body: string
}

export interface Webhook {
  /** Sends once. Never throws for what the other side does. */
  send(call: WebhookCall, interrupt: AbortSignal): Promise<WebhookResult>
  /** The request that {@link Webhook.send} makes, as it may be shown. */
  show(call: WebhookCall): ShownRequest
}
