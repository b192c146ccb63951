import { causeOf, type Cause } from '#contract/cause'
import type { Problem } from '#contract/common'
import type { IssueDto } from '#contract/issues'
import type { OidcError } from '#contract/oidc'
import type { ProviderFailureCode } from '#contract/provider-failures'
import type { CodeIn, NamesIn, Params, ParamsOf } from '#contract/words/keys'
import { AppError, CausedError, type ErrorDetails } from './app-error'

/** The codes of texts, without the reasons of those with several. */
type CodeOf<Text> = Text extends `${infer Code}.${string}` ? Code : Text
type ProblemText = CodeIn<'problems'>
type ProblemCode = OidcError | CodeOf<ProblemText>
/** The codes that have a title, as every problem must. */
type TitledCode = CodeOf<CodeIn<'titles'>>

type WhyOf<C extends ProblemCode> = CodeIn<C, ProblemText>
/** The parameters of a problem's text, and which of its texts if there are several. */
type ArgumentsOf<C extends ProblemCode> = C extends OidcError
  ? [
      params: { [Why in ProviderFailureCode]: { why: Why } & ParamsOf<`issues.${Why}`> }[ProviderFailureCode],
      details?: ErrorDetails,
    ]
  : [WhyOf<C>] extends [never]
    ? // The text of its issues comes from `details.errors`.
      [Exclude<NamesIn<`problems.${C}`>, 'issues'>] extends [never]
      ? [params?: Params, details?: ErrorDetails]
      : [params: ParamsOf<`problems.${C}`>, details?: ErrorDetails]
    : [
        params: { [Why in WhyOf<C>]: { why: Why } & ParamsOf<`problems.${C}.${Why}`> }[WhyOf<C>],
        details?: ErrorDetails,
      ]

/** Declares a coded error whose texts are in the catalogue; the result creates it with their parameters. */
export function defineProblem<C extends ProblemCode & TitledCode>(code: C, status: number) {
  return (...[params = {}, details]: ArgumentsOf<C>): AppError =>
    new AppError({ code, status }, { ...details, params })
}

/** Declares an error described by its cause, which may be stored. @param service that its title names. */
export function defineCausedProblem(code: TitledCode, status: number, service?: string) {
  return (coded: Cause, cause?: unknown) => new CausedError({ code, status, service }, coded, cause)
}

/** The same error with another cause, such as one without secrets. */
export function withCause(error: CausedError, coded: Cause): CausedError {
  return Object.assign(new CausedError(error, coded, error.cause), { retryAfter: error.retryAfter })
}

/** Declares an error described by the first of its issues. */
export function defineIssuesProblem(code: TitledCode, status: number) {
  return (errors: readonly IssueDto[]): AppError => new AppError({ code, status }, { errors: [...errors] })
}

/** Invalid fields. */
export const invalidInput = defineIssuesProblem('validation_failed', 422)

/** @throws AppError `validation_failed` if there are any. */
export function refuseIssues(errors: readonly IssueDto[]): void {
  if (errors.length > 0) throw invalidInput(errors)
}

/** The cause of an error, for storage. */
export function causeFrom(error: unknown): Cause {
  return error instanceof CausedError ? error.coded : causeOf('unexpected')
}

/** An error as a response body (RFC 9457), where its words are rendered. */
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
