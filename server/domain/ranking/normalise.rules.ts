import { fold, foldUmlauts, isAscii, isDigit } from './fold.rules'
import { ENGLISH } from './lexicon/languages'
import noise from './lexicon/noise.json'
import { entryOf, type Entry } from './vocabulary.rules'

/** What separates two words, from nothing to a clear division. */
export const GAP = { none: 0, comma: 1, hyphen: 2, colon: 3, dash: 4 } as const
export type Gap = (typeof GAP)[keyof typeof GAP]

/** One word of a title, in the form in which words are compared. Titles share equal words. */
export interface Word {
  /** Lower case, without diacritics and apostrophes. */
  readonly key: string
  /** The key with umlauts written as two vowels; equal to `key` if there are none. */
  readonly alt: string
  /** The first letter of `key`, as a UTF-16 unit: most different words start differently. */
  readonly initial: number
  /** The separator before the word. */
  readonly gap: Gap
  /** Index of its pair of brackets, from 1; 0 for none. */
  readonly bracket: number
  /** As written. */
  readonly raw: string
  /** What is known about `key`. */
  readonly entry: Entry
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&quot;': '"',
  '&#39;': "'",
  '&#039;': "'",
  '&apos;': "'",
  '&lt;': '<',
  '&gt;': '>',
}

/**
 * A decimal number, a run of letters and digits with inner apostrophes, or a sign that means a word. A point
 * between digits is a decimal point only before a single digit, because points also replace spaces. A comma
 * before three digits separates thousands.
 */
const WORD =
  /\d{1,3}(?:,\d{3})+(?![\d,])|\d{1,3}\.\d(?![\p{L}\p{N}])|[\p{L}\p{N}\p{M}]+(?:['’ʼ`´][\p{L}\p{M}]+)*|[&#]/gu
/** The same pattern for text without other letters. */
const PLAIN_WORD = /\d{1,3}(?:,\d{3})+(?![\d,])|\d{1,3}\.\d(?![a-z\d])|[a-z\d]+(?:['`][a-z]+)*|[&#]/gi

/** The key of "&", and of "and" in English. */
export const AND_SIGN = ENGLISH.and

/** Words that covers print with a masked vowel; each indexer uses another sign for it. */
const MASKED = Object.entries(noise.masked).map(
  ([word, written]) => [new RegExp(written, 'gi'), word] as const,
)

/** Every mask contains one of these signs; titles hardly ever do. */
const MASK = /[*#@!_]|--/

/**
 * Repairs the effects of masking and wrong decoding: masked words, entities, UTF-8 read as Latin-1
 * ("UngekÃ¼rzt").
 */
export function repair(text: string): string {
  let repaired = text
  if (repaired.includes('&')) {
    repaired = repaired.replace(/&(?:amp|quot|#0?39|apos|lt|gt);/g, (entity) => ENTITIES[entity] ?? entity)
  }
  if (MASK.test(repaired)) for (const [masked, word] of MASKED) repaired = repaired.replace(masked, word)
  if (isAscii(repaired)) return repaired
  return repaired
    .replace(/\u00c3([\u0080-\u00bf])/g, (_, low: string) => String.fromCharCode(low.charCodeAt(0) + 0x40))
    .replace(/\u00c2([\u0080-\u00bf])/g, '$1')
    .normalize('NFC')
}

/**
 * The words of a text in order, with what separates them. Linear in the length of the text. `isPlain` says
 * that the text is known to be ASCII.
 */
export function wordsOf(text: string, isPlain = isAscii(text)): Word[] {
  return isPlain ? plainWordsOf(text) : otherWordsOf(text)
}

/** The words of ASCII text, as in most titles. */
function plainWordsOf(text: string): Word[] {
  const words: Word[] = []
  let gap: Gap = GAP.dash
  let bracket = 0
  let brackets = 0
  let at = 0
  for (const raw of text.match(PLAIN_WORD) ?? []) {
    for (let sign = signAt(text, at); sign !== SIGN.word; sign = signAt(text, ++at)) {
      if (sign === SIGN.dividing) {
        gap = widest(gap, gapOf(text, at, text.charAt(at)))
      } else if (sign !== SIGN.none) {
        bracket = sign === SIGN.opening ? ++brackets : 0
        gap = GAP.dash
      }
    }
    const word = plainWordOf(raw)
    words.push(gap === GAP.none && bracket === 0 ? word : placed(word, gap, bracket))
    gap = GAP.none
    at += raw.length
  }
  return words
}

function otherWordsOf(text: string): Word[] {
  const words: Word[] = []
  let end = 0
  let bracket = 0
  let brackets = 0
  WORD.lastIndex = 0
  // `matchAll` would copy the pattern each time, which costs more than reading a title.
  for (let match = WORD.exec(text); match; match = WORD.exec(text)) {
    const raw = match[0]
    let gap: Gap = words.length === 0 ? GAP.dash : GAP.none
    for (let at = end; at < match.index; at++) {
      const sign = text.charAt(at)
      if (sign === ' ') continue
      if (OPENING.includes(sign)) {
        bracket = ++brackets
        gap = GAP.dash
      } else if (CLOSING.includes(sign)) {
        bracket = 0
        gap = GAP.dash
      } else {
        gap = widest(gap, gapOf(text, at, sign))
      }
    }
    end = match.index + raw.length
    const key = raw === '&' ? AND_SIGN : fold(raw.replaceAll(',', ''))
    if (key === '') continue
    const entry = entryOf(key)
    words.push({ key, alt: foldUmlauts(raw), initial: initialOf(key), gap, bracket, raw, entry })
  }
  return words
}

/** A cache of recent words, because words recur in title after title. A few hundred kilobytes at most. */
const plainWords = new Map<string, Word>()
const MAX_WORDS = 4000
/** Longer words would keep the whole title in memory that they are part of. */
const LONGEST_KEPT = 12

/** A word of plain letters that follows a space. */
function plainWordOf(raw: string): Word {
  const known = plainWords.get(raw)
  if (known) return known
  const key = raw === '&' ? AND_SIGN : fold(raw.replaceAll(',', ''))
  const entry = entryOf(key)
  const word: Word = { key, alt: key, initial: initialOf(key), gap: GAP.none, bracket: 0, raw, entry }
  if (raw.length > LONGEST_KEPT) return word
  if (plainWords.size >= MAX_WORDS) plainWords.clear()
  plainWords.set(raw, word)
  return word
}

/** The same word after a different separator. */
function placed({ key, alt, initial, raw, entry }: Word, gap: Gap, bracket: number): Word {
  return { key, alt, initial, gap, bracket, raw, entry }
}

/** The first letter of a folded word, as a UTF-16 unit; 0 if it is empty. */
export function initialOf(key: string): number {
  return key === '' ? 0 : key.charCodeAt(0)
}

const OPENING = '([{<（【「『«《〈［〔'
const CLOSING = ')]}>）】」』»》〉］〕'
const DIVIDING = '|/"~=:;,-+'

const isLetter = (code: number) => (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
const isLetterOrDigit = (code: number) => isLetter(code) || isDigit(code)

/** What each ASCII sign means to the words around it. */
const SIGN = { none: 0, word: 1, opening: 2, closing: 3, dividing: 4 } as const
const SIGNS = Uint8Array.from({ length: 128 }, (_, code) => {
  const sign = String.fromCharCode(code)
  if (isLetterOrDigit(code) || sign === '&' || sign === '#') return SIGN.word
  if (OPENING.includes(sign)) return SIGN.opening
  if (CLOSING.includes(sign)) return SIGN.closing
  return DIVIDING.includes(sign) ? SIGN.dividing : SIGN.none
})

function signAt(text: string, at: number): number {
  return SIGNS[text.charCodeAt(at)] ?? SIGN.none
}

/**
 * The separator that a sign between two words forms. Colons and hyphens without spaces belong to words
 * ("Re:Zero").
 */
function gapOf(text: string, at: number, sign: string): Gap {
  switch (sign) {
    case '–':
    case '—':
    case '|':
    case '"':
    case '“':
    case '”':
    case '~':
    case '=':
      return GAP.dash
    case ':':
    case ';':
    case '：':
      return isBlank(text.charAt(at + 1)) || sign === '：' ? GAP.colon : GAP.none
    case ',':
    case '、':
      return GAP.comma
    // "Title / Other Title" is a list; "02/49" counts files.
    case '/':
      return isDigit(text.charCodeAt(at - 1)) || isDigit(text.charCodeAt(at + 1)) ? GAP.dash : GAP.comma
    // "Title + Other Title"
    case '+':
      return isBlank(text.charAt(at - 1)) && isBlank(text.charAt(at + 1)) ? GAP.comma : GAP.none
    case '-':
      return isBlank(text.charAt(at - 1)) || isBlank(text.charAt(at + 1)) || text.charAt(at + 1) === '-'
        ? GAP.dash
        : GAP.hyphen
    default:
      return GAP.none
  }
}

const isBlank = (sign: string) => sign === ' ' || sign === '.' || sign === '_' || sign === ''

const widest = (one: Gap, other: Gap): Gap => (other > one ? other : one)

/**
 * Whether two words are the same, apart from umlaut spelling and numbers. No spelling changes the first
 * letter.
 */
export function sameWord(one: Word, other: Word): boolean {
  if (one.initial !== other.initial) return one.entry.value === other.entry.value
  return (
    one.key === other.key ||
    one.entry.value === other.entry.value ||
    one.alt === other.key ||
    one.key === other.alt
  )
}

const LONGEST_COMPARED = 64
const EDITS = new Uint8Array(LONGEST_COMPARED + 1)

/** Similarity of two folded words, 0 to 1: one minus the number of edits per letter of the longer word. */
export function similarity(one: string, other: string): number {
  if (one === other) return 1
  const longest = Math.max(one.length, other.length)
  if (longest === 0 || longest > LONGEST_COMPARED) return 0
  // One row of the edit table, updated in place from left to right.
  const row = EDITS
  for (let j = 0; j <= other.length; j++) row[j] = j
  for (let i = 1; i <= one.length; i++) {
    let diagonal = i - 1
    row[0] = i
    for (let j = 1; j <= other.length; j++) {
      const above = row[j] ?? 0
      const change = diagonal + (one.charCodeAt(i - 1) === other.charCodeAt(j - 1) ? 0 : 1)
      row[j] = Math.min(change, above + 1, (row[j - 1] ?? 0) + 1)
      diagonal = above
    }
  }
  return 1 - (row[other.length] ?? longest) / longest
}
