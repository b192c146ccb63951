import { causeOf, type Cause } from '#contract/cause'
import type { Problem } from '#contract/common'
import type { IssueDto } from '#contract/issues'
import type { OidcError } from '#contract/oidc'
import type { ProviderFailureCode } from '#contract/provider-failures'
import { inEnglish } from '#contract/words/english'
import type { CodeIn, NamesIn, Params, ParamsOf } from '#contract/words/keys'
import { AppError, CausedError, type ErrorDetails } from './errors'

/** The text of a problem, by its code and, if there are several, its reason. */
type ProblemText = CodeIn<'problems'>
export type ProblemCode =
  OidcError | (ProblemText extends infer T ? (T extends `${infer Code}.${string}` ? Code : T) : never)

type WhyOf<C extends ProblemCode> = CodeIn<C, ProblemText>
/** The parameters of a problem's text, and which of its texts if there are several. */
type ArgumentsOf<C extends ProblemCode> = C extends OidcError
  ? [
      params: { [Why in ProviderFailureCode]: { why: Why } & ParamsOf<`issues.${Why}`> }[ProviderFailureCode],
      details?: ErrorDetails,
    ]
  : [WhyOf<C>] extends [never]
    ? [NamesIn<`problems.${C}`>] extends [never]
      ? [params?: Params, details?: ErrorDetails]
      : [params: ParamsOf<`problems.${C}`>, details?: ErrorDetails]
    : [
        params: { [Why in WhyOf<C>]: { why: Why } & ParamsOf<`problems.${C}.${Why}`> }[WhyOf<C>],
        details?: ErrorDetails,
      ]

/** Declares a coded error whose text is in the catalogue; the result creates it with the parameters of that text. */
export function defineProblem<C extends ProblemCode>(code: C, status: number, title: string) {
  return (...[params = {}, details]: ArgumentsOf<C>): AppError =>
    new AppError({ code, status, title }, wordsOf(code, params), { ...details, params })
}

/** Sign-in problems use the texts of provider failures. */
function wordsOf(code: ProblemCode, params: Params): string {
  const why = String(params['why'])
  const words =
    inEnglish('problems', code, params) ??
    inEnglish('problems', `${code}.${why}`, params) ??
    inEnglish('issues', why, params)
  return words ?? code
}

/** Declares an error described by its cause, which may be stored. */
export function defineCausedProblem(code: string, status: number, title: string) {
  return (coded: Cause, cause?: unknown) => new CausedError({ code, status, title }, coded, cause)
}

/** Declares an error described by the first of its issues. */
export function defineIssuesProblem(code: string, status: number, title: string) {
  return (errors: readonly IssueDto[]): AppError => {
    const [first] = errors
    return new AppError({ code, status, title }, first ? `${first.path}: ${first.message}` : `${title}.`, {
      errors: [...errors],
    })
  }
}

/** Invalid fields. */
export const invalidInput = defineIssuesProblem('validation_failed', 422, 'Invalid input')

/** @throws AppError `validation_failed` if there are any. */
export function refuseIssues(errors: readonly IssueDto[]): void {
  if (errors.length > 0) throw invalidInput(errors)
}

/** The cause of an error, for storage. */
export function causeFrom(error: unknown): Cause {
  return error instanceof CausedError ? error.coded : causeOf('unexpected')
}

/** An error as a response body (RFC 9457). */
export function problemOf(error: AppError, requestId: string): Problem {
  return {
    type: 'about:blank',
    title: error.title,
    status: error.status,
    detail: error.message,
    code: error.code,
    params: error.params,
    ...(error instanceof CausedError && { cause: error.coded }),
    ...(error.errors && { errors: error.errors }),
    request_id: requestId,
  }
}
