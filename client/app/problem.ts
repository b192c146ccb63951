import type { Problem } from '#contract/common'
import type { Params } from '#contract/words/keys'
import type { IssueDto } from '#contract/issues'
import { hasFields } from './hasFields'

/** The fetcher's codes for failures that this server's API did not report. */
export const NO_CONNECTION = 'no_connection'
export const UNEXPECTED_ANSWER = 'unexpected_answer'
/** A proxy in front of the server asks people to sign in. */
export const PROXY_SIGN_IN = 'proxy_sign_in'
/** The sign-in succeeded, but the browser did not keep its cookie. */
export const COOKIE_DROPPED = 'cookie_dropped'

/** The server's issue with a field. */
export type FieldError = IssueDto

/** Thrown by a failed call: the server's problem document, or the closest description of what happened. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  readonly status: number
  readonly code: string
  readonly detail: string
  /** The parameters of the code's text. */
  readonly params: Params
  /** The cause from which the detail was rendered, if the server gives it. */
  readonly coded: Problem['cause']
  readonly errors: readonly FieldError[]
  readonly requestId: string | null
  /** Seconds to wait before a retry, if the server gives them. */
  readonly retryAfter: number | null

  constructor(
    problem: Pick<Problem, 'status' | 'code' | 'detail'> & {
      params?: Params | undefined
      cause?: Problem['cause']
      errors?: readonly FieldError[] | undefined
      request_id?: string | undefined
      retryAfter?: number | null
    },
    options?: ErrorOptions,
  ) {
    super(problem.detail, options)
    this.status = problem.status
    this.code = problem.code
    this.detail = problem.detail
    this.params = problem.params ?? {}
    this.coded = problem.cause
    this.errors = problem.errors ?? []
    this.requestId = problem.request_id ?? null
    this.retryAfter = problem.retryAfter ?? null
  }
}

/** Whether a response is a problem document rather than, say, a proxy's error page. */
export function isProblem(value: unknown): value is Problem {
  return (
    hasFields(value, { code: 'string', detail: 'string', status: 'number' }) &&
    (!('errors' in value) || value.errors === undefined || Array.isArray(value.errors))
  )
}
