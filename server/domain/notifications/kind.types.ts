import type { DeliveryCause } from '#contract/delivery-cause'
import type { Fault } from '#contract/issues'
import type { NotificationEvent, NotificationKind } from '#contract/notifications'
import type { TextFormat } from './escape.rules'
import type { TemplateValues } from '#server/db/stored-message'
import type { BodyType } from './notifications.types'

interface BodyLimit {
  /** Part of the body, such as `content`; empty for the whole body. */
  path: string
  max: number
  unit: 'characters' | 'bytes'
}

/**
 * How a service interprets the text at a place in the body.
 * @param path member names joined by dots; empty for a body that is not JSON.
 */
export type FormatAt = (path: string) => TextFormat

/** The template of a request. */
export interface RequestTemplate {
  url: string
  bodyType: BodyType
  body: string
  headers: Readonly<Record<string, string>>
}

/** A rendered body, with the facts of the message. */
export interface FilledBody {
  body: string
  /** The body before variables were filled in. */
  template: string
  event: NotificationEvent
  variables: TemplateValues
  formatAt: FormatAt
}

/** A body that fits the service. */
export interface FittedBody {
  body: string
  /** Parts that were truncated; an empty text means the whole body. */
  shortened: string[]
}

/** One service: its defaults, its limits and its responses. */
export interface TargetKind {
  kind: NotificationKind
  addressExample: string
  /** The formats that the service accepts, the default one first. */
  bodyTypes: readonly [BodyType, ...BodyType[]]
  body: string
  headers: Readonly<Record<string, string>>
  /** The header for the token; null if the service has no token or has it in the address. */
  token: { header: string; required: boolean; write: (token: string) => string } | null
  /** Headers that contain no secret. */
  openHeaders: readonly string[]
  limits: readonly BodyLimit[]
  /** Completes the address that people copy, such as the server's. */
  completeAddress?: (address: string) => string
  /** Only for targets of users. */
  personalOnly?: true
  /** Messages are encrypted with the keys in the target's headers, which are not sent. */
  sealed?: true
  /** What is wrong with an address, or null. */
  findAddressProblem?: (address: string) => Fault | null
  /** What is wrong with the headers, or null. */
  findHeaderProblem?: (headers: Readonly<Record<string, string>>) => Fault | null
  /** Where the service interprets markup; nowhere by default. */
  formatsOf?: (request: RequestTemplate) => FormatAt
  /** Whether `<@…>` around this value is a mention; if not, both are dropped. */
  isMention?: (value: string) => boolean
  /** Fits a body to the service's limits and rules. */
  fit?: (filled: FilledBody) => FittedBody
  /** Encodes a header value for the service. */
  encodeHeader?: (name: string, value: string) => string
  /**
   * Explains a status beyond what HTTP says: why the message failed for good. Null if there is nothing to
   * add.
   */
  explainFailure?: (status: number, answer: string) => DeliveryCause | null
  /** Whether a status means that the recipient is gone, so that the target is deleted. */
  isGone?: (status: number) => boolean
}

export type TargetKinds = Readonly<Record<NotificationKind, TargetKind>>
