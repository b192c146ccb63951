import { fold, foldUmlauts, isAscii } from './fold.rules'
import { ENGLISH } from './lexicon/languages'
import noise from './lexicon/noise.json'
import type { Entry } from './vocabulary.rules'
import { entryOf } from './vocabulary.rules'

/** What stands between two words, from nothing that matters to a clear division. */
export const GAP = { none: 0, comma: 1, hyphen: 2, colon: 3, dash: 4 } as const
export type Gap = (typeof GAP)[keyof typeof GAP]

/** One word of a title under the form in which words compare. Titles share those that are alike. */
export interface Word {
  /** Lower case, without diacritics and apostrophes. */
  readonly key: string
  /** The same with umlauts written as two vowels; equal to `key` where there are none. */
  readonly alt: string
  /** With which letter `key` begins, in UTF-16 units: most words that differ begin otherwise. */
  readonly initial: number
  /** What stands before it. */
  readonly gap: Gap
  /** Which pair of brackets it is in, from 1; 0 for none. */
  readonly bracket: number
  /** As written. */
  readonly raw: string
  /** What is known of `key`. */
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
 * A decimal number, a run of letters and digits with inner apostrophes, or one of the signs that mean a word.
 * A point between digits is a decimal point only before a single digit, since points also stand for blanks; a
 * comma before three digits divides thousands.
 */
const WORD =
  /\d{1,3}(?:,\d{3})+(?![\d,])|\d{1,3}\.\d(?![\p{L}\p{N}])|[\p{L}\p{N}\p{M}]+(?:['’ʼ`´][\p{L}\p{M}]+)*|[&#]/gu
/** The same for text without other letters. */
const PLAIN_WORD = /\d{1,3}(?:,\d{3})+(?![\d,])|\d{1,3}\.\d(?![a-z\d])|[a-z\d]+(?:['`][a-z]+)*|[&#]/gi

/** The key of "&", and of "and" in English. */
export const AND_SIGN = ENGLISH.and

/** Words that covers print without their vowel, each indexer with another sign for it. */
const MASKED = Object.entries(noise.masked).map(
  ([word, written]) => [new RegExp(written, 'gi'), word] as const,
)

/** Every mask has one of these signs, and hardly a title does. */
const MASK = /[*#@!_]|--/

/** Repairs what printing and wrong decoding did to a title: masked words, entities, UTF-8 read as Latin-1 ("UngekÃ¼rzt"). */
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
 * The words of a text in order, with what stands between them. Linear in the length of the text. `isPlain` says that it
 * is known to have no letters or signs beyond ASCII.
 */
export function wordsOf(text: string, isPlain = isAscii(text)): Word[] {
  return isPlain ? plainWordsOf(text) : otherWordsOf(text)
}

/** The same for text without other letters than ASCII's: most titles. */
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

/** Words come again in title after title, so the last ones are kept: a few hundred kilobytes at most. */
const plainWords = new Map<string, Word>()
const MOST_WORDS = 4000
/** Longer ones would keep the whole title in memory of which they are a part. */
const LONGEST_KEPT = 12

/** A word of plain letters, as one behind a blank. */
function plainWordOf(raw: string): Word {
  const known = plainWords.get(raw)
  if (known) return known
  const key = raw === '&' ? AND_SIGN : fold(raw.replaceAll(',', ''))
  const entry = entryOf(key)
  const word: Word = { key, alt: key, initial: initialOf(key), gap: GAP.none, bracket: 0, raw, entry }
  if (raw.length > LONGEST_KEPT) return word
  if (plainWords.size >= MOST_WORDS) plainWords.clear()
  plainWords.set(raw, word)
  return word
}

/** The same word where something else stands before it. */
function placed({ key, alt, initial, raw, entry }: Word, gap: Gap, bracket: number): Word {
  return { key, alt, initial, gap, bracket, raw, entry }
}

/** With which letter a folded word begins, in UTF-16 units; 0 where it is empty. */
export function initialOf(key: string): number {
  return key === '' ? 0 : key.charCodeAt(0)
}

const OPENING = '([{<（【「『«《〈［〔'
const CLOSING = ')]}>）】」』»》〉］〕'
const DIVIDING = '|/"~=:;,-+'

const isDigit = (code: number) => code >= 48 && code <= 57
const isLetter = (code: number) => (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
const isLetterOrDigit = (code: number) => isLetter(code) || isDigit(code)

/** What each sign of ASCII is to the words beside it. */
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

/** What a sign between two words divides. Tight colons and hyphens belong to words ("Re:Zero"). */
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

/** Whether two words are the same word, spelling of umlauts and numbers aside. No spelling changes the first letter. */
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

/** How alike two folded words are, 0 to 1: one minus the edits per letter of the longer one. */
export function similarity(one: string, other: string): number {
  if (one === other) return 1
  const longest = Math.max(one.length, other.length)
  if (longest === 0 || longest > LONGEST_COMPARED) return 0
  // One row of the table of edits, which becomes the next one from left to right.
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
