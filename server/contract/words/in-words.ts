import type { CauseCode } from '#contract/cause-codes'
import type { Params } from './keys'

/** One of several things that a cause is made up of; its value `name` says whose it is. */
export interface CausePart {
  code: CauseCode
  params: Params
}

/** Why something came to nothing; `causeSchema` says the same of what arrives. */
export interface Cause extends CausePart {
  causes?: CausePart[] | undefined
}

/** What codes come from the server; each group has a text per code. */
export type WordGroup =
  | 'auditDetails'
  | 'auditNotes'
  | 'causes'
  | 'deliveryCauses'
  | 'facts'
  | 'failures'
  | 'fileCauses'
  | 'found'
  | 'issues'
  | 'notices'
  | 'problems'
  | 'reasons'
  | 'recommendations'
  | 'searchIssue'
  | 'testFindings'

/** Reads the words of a code; null where there are none. */
export type WordsOf = (group: WordGroup, code: string, params: Params) => string | null

/** A cause in the words of a catalogue, with those of its parts; null where the catalogue lacks some. */
export function causeInWords(cause: Cause, wordsOf: WordsOf): string | null {
  const { code, params, causes = [] } = cause
  const { failure, found } = params
  const parts = causes.map((part) => ({ name: part.params['name'], text: causeInWords(part, wordsOf) ?? '' }))
  const named = parts.filter(({ name }) => name !== undefined)
  const others = parts.filter(({ name }) => name === undefined).map(({ text }) => text)
  const listed = named.map(({ name, text }) => `${name}: ${text}`).join('; ')
  const said = wordsOf('causes', code, {
    ...params,
    ...(typeof failure === 'string' && { failure: failureWords(failure, wordsOf) }),
    ...(typeof found === 'string' && { found: wordsOf('found', found, params) ?? found }),
    causes: [...(listed ? [listed] : []), ...others].join('. '),
  })
  return said && said.trim()
}

/** Why no connection came about, by the code that the system gives. */
export function failureWords(code: string, wordsOf: WordsOf): string {
  return wordsOf('failures', code, {}) ?? wordsOf('failures', 'other', { code }) ?? code
}
