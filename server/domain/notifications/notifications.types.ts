import type { Cause } from '#contract/cause'
import type { DeliveryCause } from '#contract/delivery-cause'
import type { TemplateVariable } from '#contract/notifications'
import type { StoredFacts } from '#server/db/stored-message'
import type { Row } from '#server/db/tables'

/** A value for every variable. */
export type AllTemplateValues = Record<TemplateVariable, string>

export type BodyType = 'text' | 'json'

/** An event, as reported by the feature it belongs to. */
export interface MessageFacts extends Omit<StoredFacts, 'error'> {
  /**
   * Ids of everyone who requested the book, in order of request, if there are more than the users concerned. They are
   * named in messages, but their own targets are not notified.
   */
  namedOnlyIds?: readonly string[]
  /** Has `causeForRequesters` if only administrators may know the cause. */
  error?: (NonNullable<StoredFacts['error']> & { causeForRequesters?: Cause }) | null
  /** Identifies the event, which is stored once per target. If omitted, every call is a new event. */
  eventId?: string
}

/** The owner of targets: a user's id, or null for the server. */
export type Owner = string | null

/** A stored target. Its address and headers are encrypted. */
export interface StoredTarget extends Omit<
  Row<'notificationTargets'>,
  'nameKey' | 'url' | 'headers' | 'createdAt' | 'updatedAt'
> {
  sealedUrl: string
  sealedHeaders: string
}

/** One message on its way to one target, with the number of attempts so far. */
export type Delivery = Pick<Row<'deliveries'>, 'id' | 'event' | 'message' | 'attempts'>

/** The call made in one attempt. */
export interface WebhookCall {
  url: string
  headers: Record<string, string>
  /** Names of headers that contain no secret. */
  openHeaders: readonly string[]
  bodyType: BodyType
  body: string
  /** Whether the address must be outside the server's network. */
  publicOnly: boolean
  /** Whether the headers are keys to encrypt the body with, which are not sent. */
  sealed?: boolean
}

/** The result of one attempt. Its texts contain no secrets. */
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
  /** Sends once. Never throws because of a failure on the other side. */
  send(call: WebhookCall, interrupt: AbortSignal): Promise<WebhookResult>
  /** The request that {@link Webhook.send} makes, with secrets hidden. */
  show(call: WebhookCall): ShownRequest
}
