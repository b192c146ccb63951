import type { CauseCode } from '#contract/cause-codes'
import type { Coded, Params } from './keys'

/** One part of a composite cause; its parameter `name` says what the part belongs to. */
type CausePart = Coded<CauseCode>

/** Why something failed; `causeSchema` validates the same. */
export interface Cause extends CausePart {
  causes?: CausePart[] | undefined
}

/** The kinds of codes from the server, and `sentences`, which joins their texts; each group has a text per code. */
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
  | 'media'
  | 'notices'
  | 'pages'
  | 'problems'
  | 'reasons'
  | 'recommendations'
  | 'searchIssue'
  | 'sentences'
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
  const said = wordsOf('causes', code, {
    ...params,
    ...(typeof failure === 'string' && { failure: failureWords(failure, wordsOf) }),
    ...(typeof found === 'string' && { found: foundWords(found, params, wordsOf) }),
    causes: partsInWords(causes, wordsOf),
  })
  return said && said.trim()
}

/** A sentence that ends, perhaps inside quotation marks or brackets. */
const ENDED = /[.!?…。！？]["'”’»“)\]」』）]*$/u

/**
 * The parts of a cause as text, named ones first. Several become sentences, because some are sentences already and
 * others only a few words; a single one ends as it does alone. Languages differ in their full stop and in the space
 * after it.
 */
function partsInWords(parts: readonly CausePart[], wordsOf: WordsOf): string {
  const isNamed = ({ params }: CausePart) => params['name'] !== undefined
  const inOrder = [...parts.filter(isNamed), ...parts.filter((part) => !isNamed(part))]
  const texts = inOrder.flatMap((part) => partInWords(part, wordsOf) || [])
  return texts.length < 2 ? (texts[0] ?? '') : asSentences(texts, wordsOf)
}

/** Texts as sentences, one after the other. */
function asSentences(texts: readonly string[], wordsOf: WordsOf): string {
  return texts
    .map((text) => (ENDED.test(text) ? text : (wordsOf('sentences', 'ended', { text }) ?? text)))
    .reduce((first, second) => wordsOf('sentences', 'followed', { first, second }) ?? `${first} ${second}`)
}

function partInWords(part: CausePart, wordsOf: WordsOf): string {
  const { name } = part.params
  const text = causeInWords(part, wordsOf) ?? ''
  return name === undefined ? text : (wordsOf('sentences', 'named', { name, text }) ?? text)
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

/**
 * The text for what is wrong, where parameters may be codes themselves: `failure` of a connection, and `issue` of
 * a value. Earlier versions stored their English text as `text` instead. Null if there is no text.
 */
export function issueInWords(code: string, params: Readonly<Params>, wordsOf: WordsOf): string | null {
  const { failure, issue, text = '' } = params
  const why = typeof issue === 'string' ? wordsOf('issues', issue, params)?.replace(/[.。]$/, '') : null
  return wordsOf('issues', code, {
    ...params,
    failure: typeof failure === 'string' ? failureWords(failure, wordsOf) : text,
    issue: why ?? text,
  })
}

/** What is wrong with several values, as sentences; in English where the catalogue lacks a text. */
export function issuesInWords(issues: readonly (Coded & { message: string })[], wordsOf: WordsOf): string {
  const texts = issues.map(({ code, params, message }) => issueInWords(code, params, wordsOf) ?? message)
  return texts.length > 0 ? asSentences(texts, wordsOf) : ''
}

/** The text for why a connection failed, by the system's error code. */
export function failureWords(code: string, wordsOf: WordsOf): string {
  return wordsOf('failures', code, {}) ?? wordsOf('failures', 'other', { code }) ?? code
}
