import { causeOf, type Cause } from '#contract/cause'
import type { Problem } from '#contract/common'
import type { IssueDto } from '#contract/issues'
import { fill, type NamesIn, type Params, type ParamsOf } from '#contract/words/fill'
import { HTTP_PROBLEM_WORDS } from '#contract/words/http-problems'
import { PROBLEM_WORDS } from '#contract/words/problems'
import { PROVIDER_PROBLEM_WORDS } from '#contract/words/provider-failures'
import { SETTING_PROBLEM_WORDS } from '#contract/words/setting-problems'
import { AppError, CausedError, type ErrorDetails } from './errors'

const WORDS = {
  ...PROBLEM_WORDS,
  ...SETTING_PROBLEM_WORDS,
  ...HTTP_PROBLEM_WORDS,
  ...PROVIDER_PROBLEM_WORDS,
}
type Words = typeof WORDS
export type ProblemCode = keyof Words

/** The values of a problem: those that its words ask for, and which words where there are several. */
type ValuesOf<W> = W extends string
  ? ParamsOf<W>
  : { [Why in keyof W & string]: { why: Why } & ParamsOf<W[Why]> }[keyof W & string]
type ArgumentsOf<W> = W extends string
  ? [NamesIn<W>] extends [never]
    ? [params?: Params, details?: ErrorDetails]
    : [params: ParamsOf<W>, details?: ErrorDetails]
  : [params: ValuesOf<W>, details?: ErrorDetails]

/**
 * Declares one coded error of a feature whose words are in the catalogue; the result makes it with the values that
 * its words ask for.
 */
export function defineProblem<C extends ProblemCode>(code: C, status: number, title: string) {
  return (...[params = {}, details]: ArgumentsOf<Words[C]>): AppError =>
    new AppError({ code, status, title }, wordsOf(code, params), { ...details, params })
}

function wordsOf(code: ProblemCode, params: Params): string {
  const words: string | Readonly<Record<string, string>> = WORDS[code]
  return fill(typeof words === 'string' ? words : (words[String(params['why'])] ?? ''), params)
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
