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

/** The same for text without other letters than ASCII's: most titles. It is read sign by sign, without a pattern. */
function plainWordsOf(text: string): Word[] {
  const words: Word[] = []
  let gap: Gap = GAP.dash
  let bracket = 0
  let brackets = 0
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at)
    switch (SIGNS[code]) {
      case SIGN.word: {
        const end = endOfWord(text, at, code)
        const word = plainWordOf(text.slice(at, end))
        words.push(gap === GAP.none && bracket === 0 ? word : placed(word, gap, bracket))
        gap = GAP.none
        at = end
        continue
      }
      case SIGN.opening:
        bracket = ++brackets
        gap = GAP.dash
        break
      case SIGN.closing:
        bracket = 0
        gap = GAP.dash
        break
      case SIGN.dividing:
        gap = widest(gap, gapOf(text, at, text.charAt(at)))
        break
      case undefined:
        break
    }
    at++
  }
  return words
}

/** Where the word ends that begins at `start` with the sign `code`. */
function endOfWord(text: string, start: number, code: number): number {
  if (code === AMPERSAND || code === NUMBER_SIGN) return start + 1
  let end = start
  while (isLetterOrDigit(text.charCodeAt(end))) end++
  const next = text.charCodeAt(end)
  // "1,000" and "2.5": what a point or comma behind a number means hangs on what follows.
  if ((next === POINT || next === COMMA) && isDigit(code) && end - start <= 3) {
    PLAIN_WORD.lastIndex = start
    return start + (PLAIN_WORD.exec(text)?.[0].length ?? end - start)
  }
  while (isApostrophe(text.charCodeAt(end)) && isLetter(text.charCodeAt(end + 1))) {
    end += 2
    while (isLetter(text.charCodeAt(end))) end++
  }
  return end
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
    words.push({ key, alt: foldUmlauts(raw), gap, bracket, raw, entry })
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
  const word: Word = { key, alt: key, gap: GAP.none, bracket: 0, raw, entry: entryOf(key) }
  if (raw.length > LONGEST_KEPT) return word
  if (plainWords.size >= MOST_WORDS) plainWords.clear()
  plainWords.set(raw, word)
  return word
}

/** The same word where something else stands before it. */
function placed({ key, alt, raw, entry }: Word, gap: Gap, bracket: number): Word {
  return { key, alt, gap, bracket, raw, entry }
}

const OPENING = '([{<（【「『«《〈［〔'
const CLOSING = ')]}>）】」』»》〉］〕'
const DIVIDING = '|/"~=:;,-+'

const AMPERSAND = 38
const NUMBER_SIGN = 35
const COMMA = 44
const POINT = 46
const isDigit = (code: number) => code >= 48 && code <= 57
const isLetter = (code: number) => (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
const isLetterOrDigit = (code: number) => isLetter(code) || isDigit(code)
const isApostrophe = (code: number) => code === 39 || code === 96

/** What each sign of ASCII is to the words beside it. */
const SIGN = { none: 0, word: 1, opening: 2, closing: 3, dividing: 4 } as const
const SIGNS = Uint8Array.from({ length: 128 }, (_, code) => {
  const sign = String.fromCharCode(code)
  if (isLetterOrDigit(code) || sign === '&' || sign === '#') return SIGN.word
  if (OPENING.includes(sign)) return SIGN.opening
  if (CLOSING.includes(sign)) return SIGN.closing
  return DIVIDING.includes(sign) ? SIGN.dividing : SIGN.none
})

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

/** Whether two words are the same word, spelling of umlauts and numbers aside. */
export function sameWord(one: Word, other: Word): boolean {
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
