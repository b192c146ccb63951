import type { CauseCode } from '#contract/cause-codes'
import type { Coded, Params } from './keys'

/** One part of a composite cause; its parameter `name` says what the part belongs to. */
type CausePart = Coded<CauseCode>

/** Why something failed; `causeSchema` validates the same. */
export interface Cause extends CausePart {
  causes?: CausePart[] | undefined
}

/** The kinds of codes from the server; each group has a text per code. */
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
  | 'leftOut'
  | 'notices'
  | 'pages'
  | 'problems'
  | 'reasons'
  | 'recommendations'
  | 'searchIssue'
  | 'serviceLeads'
  | 'settingHints'
  | 'settingLabels'
  | 'testFindings'
  | 'titles'

/** Reads the text of a code; null if there is none. */
export type WordsOf = (group: WordGroup, code: string, params: Params) => string | null

/** A cause as text, including its parts; null if the message catalogue lacks a text. */
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
    ...(typeof found === 'string' && { found: foundWords(found, params, wordsOf) }),
    causes: [...(listed ? [listed] : []), ...others].join('. '),
  })
  return said && said.trim()
}

/**
 * The text for what was found instead of a service's API, by code, with the reason if nothing in a list could
 * be read.
 */
function foundWords(code: string, params: Params, wordsOf: WordsOf): string {
  const { reason } = params
  const said = typeof reason === 'string' && { reason: wordsOf('leftOut', reason, params) ?? reason }
  return wordsOf('found', code, { ...params, ...said }) ?? code
}

/** The text for why a connection failed, by the system's error code. */
export function failureWords(code: string, wordsOf: WordsOf): string {
  return wordsOf('failures', code, {}) ?? wordsOf('failures', 'other', { code }) ?? code
}
