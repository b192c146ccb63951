import { fold, foldUmlauts, isAscii } from './fold.rules'
import { ENGLISH } from './lexicon/languages'
import noise from './lexicon/noise.json'
import { numberOf } from './numbers.rules'

/** What stands between two words, from nothing that matters to a clear division. */
export const GAP = { none: 0, comma: 1, hyphen: 2, colon: 3, dash: 4 } as const
export type Gap = (typeof GAP)[keyof typeof GAP]

/** One word of a title under the form in which words compare. */
export interface Word {
  /** Lower case, without diacritics and apostrophes. */
  key: string
  /** The same with umlauts written as two vowels; equal to `key` where there are none. */
  alt: string
  /** Its value where it is a number, else NaN. */
  value: number
  /** What stands before it. */
  gap: Gap
  /** Which pair of brackets it is in, from 1; 0 for none. */
  bracket: number
  /** As written. */
  raw: string
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

/** The words of a text in order, with what stands between them. Linear in the length of the text. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = []
  const isPlain = isAscii(text)
  const lower = text.toLowerCase()
  let end = 0
  let bracket = 0
  let brackets = 0
  const pattern = isPlain ? PLAIN_WORD : WORD
  pattern.lastIndex = 0
  // `matchAll` would copy the pattern each time, which costs more than reading a title.
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
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
    const key =
      raw === '&'
        ? AND_SIGN
        : isPlain
          ? plainKey(lower.slice(match.index, end))
          : fold(raw.replaceAll(',', ''))
    if (key === '') continue
    const alt = isPlain ? key : foldUmlauts(raw)
    words.push({ key, alt, value: numberOf(key), gap, bracket, raw })
  }
  return words
}

/** What `fold` makes of a word without other letters, in lower case already. */
const plainKey = (word: string) => (INNER_SIGN.test(word) ? word.replace(/['`,]/g, '') : word)
const INNER_SIGN = /['`,]/

const OPENING = '([{<（【「『«《〈［〔'
const CLOSING = ')]}>）】」』»》〉］〕'

/** What a sign between two words divides. Tight colons and hyphens belong to words ("Re:Zero"). */
function gapOf(text: string, at: number, sign: string): Gap {
  switch (sign) {
    case '–':
    case '—':
    case '|':
    case '/':
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
  if (one.key === other.key || one.alt === other.key || one.key === other.alt) return true
  return one.value === other.value
}

/** How alike two folded words are, 0 to 1: one minus the edits per letter of the longer one. */
export function similarity(one: string, other: string): number {
  if (one === other) return 1
  const longest = Math.max(one.length, other.length)
  if (longest === 0 || longest > 64) return 0
  // One row of the table of edits, which becomes the next one from left to right.
  const row: number[] = []
  for (let j = 0; j <= other.length; j++) row.push(j)
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
