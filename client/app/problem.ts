import type { Problem } from '#contract/common'
import type { Params } from '#contract/words/keys'
import type { IssueDto } from '#contract/issues'

/** Codes the fetcher gives to failures that are not answers of this server's API. */
export const NO_CONNECTION = 'no_connection'
export const UNEXPECTED_ANSWER = 'unexpected_answer'

/** What the server says against a field. */
export type FieldError = IssueDto

/** What a failed call throws: the server's problem document, or the nearest description of what happened. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  readonly status: number
  readonly code: string
  readonly detail: string
  /** What the words of the code are filled with. */
  readonly params: Params
  /** What the detail is written from, where the server says so. */
  readonly coded: Problem['cause']
  readonly errors: readonly FieldError[]
  readonly requestId: string | null
  /** Seconds to wait before trying again, where the server says so. */
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

/** Tells a problem document from whatever else answered, such as a proxy's error page. */
export function isProblem(value: unknown): value is Problem {
  if (typeof value !== 'object' || value === null) return false
  return (
    'code' in value &&
    typeof value.code === 'string' &&
    'detail' in value &&
    typeof value.detail === 'string' &&
    'status' in value &&
    typeof value.status === 'number' &&
    (!('errors' in value) || value.errors === undefined || Array.isArray(value.errors))
  )
}
