import { causeOf, type Cause } from '#contract/cause'
import type { Problem } from '#contract/common'
import type { IssueDto } from '#contract/issues'
import type { OidcError } from '#contract/oidc'
import type { ProviderFailureCode } from '#contract/provider-failures'
import { inEnglish } from '#contract/words/english'
import type { CodeIn, NamesIn, Params, ParamsOf } from '#contract/words/keys'
import { AppError, CausedError, type ErrorDetails } from './errors'

/** Each text of a problem, by its code and, where there are several, by why. */
type ProblemText = CodeIn<'problems'>
export type ProblemCode =
  OidcError | (ProblemText extends infer T ? (T extends `${infer Code}.${string}` ? Code : T) : never)

type WhyOf<C extends ProblemCode> = CodeIn<C, ProblemText>
/** The values of a problem: those that its words ask for, and which words where there are several. */
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

/**
 * Declares one coded error of a feature whose words are in the catalogue; the result makes it with the values that
 * its words ask for.
 */
export function defineProblem<C extends ProblemCode>(code: C, status: number, title: string) {
  return (...[params = {}, details]: ArgumentsOf<C>): AppError =>
    new AppError({ code, status, title }, wordsOf(code, params), { ...details, params })
}

/** Those of a sign-in are the words of why the provider failed. */
function wordsOf(code: ProblemCode, params: Params): string {
  const why = String(params['why'])
  const words =
    inEnglish('problems', code, params) ??
    inEnglish('problems', `${code}.${why}`, params) ??
    inEnglish('issues', why, params)
  return words ?? code
}

/** Declares an error whose words are those of its cause, which may be stored. */
export function defineCausedProblem(code: string, status: number, title: string) {
  return (coded: Cause, cause?: unknown) => new CausedError({ code, status, title }, coded, cause)
}

/** Declares an error whose words are those of the first of its issues. */
export function defineIssuesProblem(code: string, status: number, title: string) {
  return (errors: readonly IssueDto[]): AppError => {
    const [first] = errors
    return new AppError({ code, status, title }, first ? `${first.path}: ${first.message}` : `${title}.`, {
      errors: [...errors],
    })
  }
}

/** Fields that are not as they have to be. */
export const invalidInput = defineIssuesProblem('validation_failed', 422, 'Invalid input')

/** @throws AppError `validation_failed` when there are any. */
export function refuseIssues(errors: readonly IssueDto[]): void {
  if (errors.length > 0) throw invalidInput(errors)
}

/** What came to nothing by an error, as it may be stored. */
export function causeFrom(error: unknown): Cause {
  return error instanceof CausedError ? error.coded : causeOf('unexpected')
}

/** An error as it is answered (RFC 9457). */
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
