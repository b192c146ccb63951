import type { DeliveryCause } from '#contract/delivery-cause'
import type { Fault } from '#contract/issues'
import type { NotificationEvent, NotificationKind } from '#contract/notifications'
import type { TextFormat } from './escape.rules'
import type { BodyType, TemplateValues } from './notifications.types'

interface BodyLimit {
  /** Part of the body, such as `content`; empty for all of it. */
  path: string
  max: number
  unit: 'characters' | 'bytes'
}

/**
 * How a service reads the text at a place of the body.
 * @param path names of the members that lead there, with dots between them; empty for a body that is no JSON.
 */
export type FormatAt = (path: string) => TextFormat

/** What a request is made from. */
export interface RequestTemplate {
  url: string
  bodyType: BodyType
  body: string
  headers: Readonly<Record<string, string>>
}

/** A body that is filled in, with what is known about the message. */
export interface FilledBody {
  body: string
  /** As it was before the variables were filled in. */
  template: string
  event: NotificationEvent
  variables: TemplateValues
  formatAt: FormatAt
}

/** A body as the service takes it. */
export interface FittedBody {
  body: string
  /** Parts that were cut at a limit; empty text: all of it. */
  shortened: string[]
}

/** One service: what it wants by default, what it cannot take, how it answers. */
export interface TargetKind {
  kind: NotificationKind
  addressExample: string
  /** Those that the service understands, the default first. */
  bodyTypes: readonly [BodyType, ...BodyType[]]
  body: string
  headers: Readonly<Record<string, string>>
  /** Where its token goes; null when it takes none or has it in the address. */
  token: { header: string; required: boolean; write: (token: string) => string } | null
  /** Headers that hold no secret. */
  openHeaders: readonly string[]
  limits: readonly BodyLimit[]
  /** The address to post to, from one that people copy, such as that of the server. */
  completeAddress?: (address: string) => string
  /** For targets of users alone. */
  personalOnly?: true
  /** Messages are encrypted for the target with the keys that stand in its headers, which are not sent. */
  sealed?: true
  /** What is wrong with an address; null for nothing. */
  findAddressProblem?: (address: string) => Fault | null
  /** What is wrong with the headers; null for nothing. */
  findHeaderProblem?: (headers: Readonly<Record<string, string>>) => Fault | null
  /** Where the service reads markup; nowhere unless given. */
  formatsOf?: (request: RequestTemplate) => FormatAt
  /** Whether `<@…>` around this value is a mention; otherwise both go. */
  isMention?: (value: string) => boolean
  /** Keeps to the limits and rules of the service. */
  fit?: (filled: FilledBody) => FittedBody
  /** A header value as the service reads it. */
  encodeHeader?: (name: string, value: string) => string
  /** What a status means where HTTP does not say: why the message failed for good; null for nothing special. */
  explainFailure?: (status: number, answer: string) => DeliveryCause | null
  /** Whether a status says that there is nobody any more: the target goes. */
  isGone?: (status: number) => boolean
}

export type TargetKinds = Readonly<Record<NotificationKind, TargetKind>>
