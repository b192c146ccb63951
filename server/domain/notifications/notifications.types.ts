import type { NotificationEvent, TemplateVariable } from '#contract/notifications'

/** Values for the placeholders of a template; what is missing counts as empty. */
export type TemplateValues = Partial<Record<TemplateVariable, string>>

export type BodyType = 'text' | 'json'

/** Something that happened, to be told to every target that wants to know. */
export interface Message {
  event: NotificationEvent
  variables: TemplateValues
}

/** A target as stored: address and headers are encrypted. */
export interface StoredTarget {
  id: string
  name: string
  sealedUrl: string
  sealedHeaders: string
  events: NotificationEvent[]
  bodyType: BodyType
  body: string
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
  bodyType: BodyType
  body: string
}

/** What came of one try; texts hold no secrets. */
export type WebhookResult =
  | { kind: 'answered'; status: number; retryAfter: string | null; answer: string }
  | { kind: 'unanswered'; reason: string }
  | { kind: 'interrupted' }

export interface Webhook {
  /** Sends once. Never throws for what the other side does. */
  send(call: WebhookCall, interrupt: AbortSignal): Promise<WebhookResult>
}
