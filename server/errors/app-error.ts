import { causeText, type Cause } from '#contract/cause'
import type { IssueDto } from '#contract/issues'
import { inEnglish } from '#contract/words/english'
import { issueInWords, issuesInWords } from '#contract/words/in-words'
import type { Params } from '#contract/words/keys'

/** The definition of a coded error; its texts are in the catalogue. */
interface ErrorDefinition {
  /** Stable, for programs; the client switches on it. */
  code: string
  /** HTTP status of the response. */
  status: number
  /** The service that its title names. */
  service?: string | undefined
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

/**
 * An expected failure with a stable code, converted to problem+json in one place. It has no text of its own:
 * `title` and `message` are rendered in English when an answer or the log reads them.
 */
export class AppError extends Error {
  readonly code: string
  readonly status: number
  readonly service: string | undefined
  readonly errors: ErrorDetails['errors']
  readonly params: Params
  readonly headers: Record<string, string>

  constructor({ code, status, service }: ErrorDefinition, details: ErrorDetails = {}) {
    super(undefined, { cause: details.cause })
    this.name = 'AppError'
    this.code = code
    this.status = status
    this.service = service
    this.errors = details.errors
    this.params = details.params ?? {}
    this.headers = details.headers ?? {}
  }

  /** A few words that are the same for every occurrence. */
  get title(): string {
    return problemWords('titles', this) ?? this.code
  }

  /** Sign-in problems use the texts of provider failures; problems without a text show their first issue. */
  override get message(): string {
    const words =
      problemWords('problems', this) ?? issueInWords(String(this.params['why']), this.params, inEnglish)
    if (words !== null) return words
    const [first] = this.errors ?? []
    return first ? `${first.path}: ${first.message}` : `${this.title}.`
  }
}

/** A failure described by its cause, which can be stored. */
export class CausedError extends AppError {
  readonly coded: Cause
  /** Milliseconds that the service asks to be left alone; null if it does not. */
  retryAfter: number | null = null

  constructor(definition: ErrorDefinition, coded: Cause, cause?: unknown) {
    super(definition, { cause })
    this.coded = coded
  }

  override get message(): string {
    return causeText(this.coded)
  }
}

/** The text of a problem, by its code and, if there are several, its reason; it may name the service and the issues. */
function problemWords(group: 'problems' | 'titles', error: AppError): string | null {
  const { code, params, service, errors } = error
  const values = {
    ...params,
    ...(service !== undefined && { service }),
    ...(errors && { issues: issuesInWords(errors, inEnglish) }),
  }
  return inEnglish(group, code, values) ?? inEnglish(group, `${code}.${params['why']}`, values)
}
