import type { Params } from '#contract/words/keys'
import type { IssueDto } from '#contract/issues'
import { causeText, type Cause } from '#contract/cause'

/** The definition of a coded error, without its text. */
export interface ErrorDefinition {
  /** Stable, for programs; the client switches on it. */
  code: string
  /** HTTP status of the response. */
  status: number
  /** A short title, the same for every occurrence. */
  title: string
}

export interface ErrorDetails {
  /** The invalid fields, with the values they accept. */
  errors?: IssueDto[] | undefined
  /** The parameters of its text, for programs. */
  params?: Params
  /** Response headers that belong to the error, such as Retry-After. */
  headers?: Record<string, string>
  cause?: unknown
}

/** An expected failure with a stable code, converted to problem+json in one place. */
export class AppError extends Error {
  readonly code: string
  readonly status: number
  readonly title: string
  readonly errors: ErrorDetails['errors']
  readonly params: Params
  readonly headers: Record<string, string>

  constructor(definition: ErrorDefinition, detail: string, details: ErrorDetails = {}) {
    super(detail, { cause: details.cause })
    this.name = 'AppError'
    this.code = definition.code
    this.status = definition.status
    this.title = definition.title
    this.errors = details.errors
    this.params = details.params ?? {}
    this.headers = details.headers ?? {}
  }
}

/** A failure described by its cause, which can be stored. */
export class CausedError extends AppError {
  readonly coded: Cause

  constructor(definition: ErrorDefinition, coded: Cause, cause?: unknown) {
    super(definition, causeText(coded), { cause })
    this.coded = coded
  }
}
