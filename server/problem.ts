import { fill, type NamesIn, type Params, type ParamsOf } from '#contract/words/fill'
import { PROBLEM_WORDS } from '#contract/words/problems'
import { SETTING_PROBLEM_WORDS } from '#contract/words/setting-problems'
import { AppError, type ErrorDetails } from './errors'

const WORDS = { ...PROBLEM_WORDS, ...SETTING_PROBLEM_WORDS }
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
 * Declares one coded error of a feature whose sentence is in the catalogue; the result makes it with the values that
 * its words ask for.
 */
export function defineProblem<C extends ProblemCode>(definition: { code: C; status: number; title: string }) {
  return (...[params = {}, details]: ArgumentsOf<Words[C]>): AppError =>
    new AppError(definition, wordsOf(definition.code, params), { ...details, params })
}

function wordsOf(code: ProblemCode, params: Params): string {
  const words: string | Readonly<Record<string, string>> = WORDS[code]
  return fill(typeof words === 'string' ? words : (words[String(params['why'])] ?? ''), params)
}
