import type { Cause } from '#contract/cause'
import type { DeliveryCause } from '#contract/delivery-cause'
import type { NotificationEvent, NotificationKind, TemplateVariable } from '#contract/notifications'
import type { Language } from '#contract/words/messages'

/** Values for the placeholders of a template; missing ones count as empty. */
export type TemplateValues = Partial<Record<TemplateVariable, string>>

/** A value for each of them. */
export type AllTemplateValues = Record<TemplateVariable, string>

export type BodyType = 'text' | 'json'

/** An event, as reported by the feature it belongs to. */
export interface MessageFacts {
  event: NotificationEvent
  /**
   * Ids of the users concerned, in order of request: the requester of a new request, those decided on, or else everyone
   * who requested the book. Their own targets are told too.
   */
  requesterIds: readonly string[]
  /**
   * Ids of everyone who requested the book, in order of request, if there are more than above: they are named in
   * messages, but their own targets are not told.
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
  /** `causeForRequesters` if only administrators may know the cause. */
  error?: { status: number | string | null; cause: Cause; causeForRequesters?: Cause } | null
  /** Opens the book in the library. */
  link?: string
  /** Why a request was declined. */
  reason?: string | null
  /** What the people concerned follow that the book belongs to. */
  followed?: string
  /** Whether the book is not yet out. */
  announced?: boolean
  /** Identifies the event, which is stored once per target. If omitted, every call is a new event. */
  eventId?: string
}

/** A user, as named in messages. */
export interface Person {
  id: string
  username: string
  extraData: string | null
}

/** A recipient, with the language they chose. */
export interface Reader extends Person {
  language: Language | null
}

/** Links to pages, for messages; empty if the public address is unknown. */
export interface Links {
  bookUrl: string
  requestUrl: string
}

/** The owner of targets: a user's id, or null for the server. */
export type Owner = string | null

/** A stored target; address and headers are encrypted. */
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
  /** Language of its messages; null for that of its owner, or of the server. */
  language: Language | null
  enabled: boolean
}

/** One message on its way to one target. */
export interface Delivery {
  id: string
  event: NotificationEvent
  variables: TemplateValues
  /** Attempts so far. */
  attempts: number
}

/** The call made in one attempt. */
export interface WebhookCall {
  url: string
  headers: Record<string, string>
  /** Names of headers that hold no secret. */
  openHeaders: readonly string[]
  bodyType: BodyType
  body: string
  /** Whether the address must not be in the server's network. */
  publicOnly: boolean
  /** Whether the headers are keys to encrypt the body with, which are not sent. */
  sealed?: boolean
}

/** The result of one attempt; texts contain no secrets. */
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
  /** Sends once. Never throws on the other side's failure. */
  send(call: WebhookCall, interrupt: AbortSignal): Promise<WebhookResult>
  /** The request that {@link Webhook.send} makes, with secrets hidden. */
  show(call: WebhookCall): ShownRequest
}
