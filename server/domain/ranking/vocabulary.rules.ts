import { isDigit } from './fold.rules'
import { gluedNumber } from './glued-numbers.rules'
import { PHRASE_OPENERS, TAG_WORDS, tagOf, type Tag } from './lexicon.rules'
import { LEXICONS, everyWord, listed } from './lexicon/languages'
import noise from './lexicon/noise.json'
import { NUMBER_WORDS, hasDigits, numberOf } from './numbers.rules'

/** The possible roles of a word apart from tag and number, as bits of one number. */
export const IS = {
  /** May precede a title without being part of it. */
  leadingArticle: 1,
  /** Articles and "and", which titles include or omit freely. */
  article: 1 << 1,
  /** Other small words. Titles keep them, so they have a little weight. */
  small: 1 << 2,
  description: 1 << 3,
  opener: 1 << 4,
  and: 1 << 5,
  or: 1 << 6,
  by: 1 << 7,
  byline: 1 << 8,
  of: 1 << 9,
  series: 1 << 10,
  nameSuffix: 1 << 11,
  particle: 1 << 12,
  /** "Sir", "Jr": next to a name but not part of it. */
  honorific: 1 << 13,
  /** Announces a volume: "book". */
  volume: 1 << 14,
  part: 1 << 15,
  partOrVolume: 1 << 16,
  /** As in "1 to 3". */
  range: 1 << 17,
  /** As in "12 discs". */
  counted: 1 << 18,
  /** Introduces narrators, alone or with the next word: "read by". */
  narration: 1 << 19,
  /** Means something together with the next word. */
  phraseOpener: 1 << 20,
  /** Starts with a digit. */
  digits: 1 << 21,
  /** A number, or letters with digits such as "DW08", which name a file, not a book. */
  code: 1 << 22,
} as const

/** Articles and other small words. */
export const LIGHT = IS.article | IS.small

const LONGEST_CODE = 12

/** Everything known about a single folded word, found with one table lookup. */
export interface Entry {
  /** Bits of `IS`. */
  is: number
  /** Its value if it is a number, otherwise NaN. */
  value: number
  /** Its meaning outside a title. */
  tag: Tag | undefined
  /** The number of a volume or part joined with its word ("v05"), otherwise NaN. */
  volume: number
  part: number
}

const LISTED: readonly (readonly [number, Iterable<string>])[] = [
  [IS.leadingArticle, everyWord('articles')],
  [IS.article, everyWord('articles', 'and')],
  [IS.small, everyWord('small')],
  [IS.description, everyWord('kinds', 'series')],
  [IS.opener, everyWord('openers')],
  [IS.and, everyWord('and')],
  [IS.or, everyWord('or')],
  [IS.by, everyWord('by')],
  [IS.byline, everyWord('byline')],
  [IS.of, everyWord('of')],
  [IS.series, everyWord('series')],
  [IS.nameSuffix, everyWord('nameSuffixes')],
  [IS.particle, everyWord('particles')],
  [IS.honorific, everyWord('titles', 'nameSuffixes')],
  [IS.volume, everyWord('volume', 'partOrVolume')],
  [IS.part, everyWord('part')],
  [IS.partOrVolume, everyWord('partOrVolume')],
  [IS.range, everyWord('to', 'and')],
  [IS.counted, noise.counted.split('|')],
  [IS.narration, everyWord('narrator')],
  [IS.narration, Object.values(LEXICONS).flatMap(({ narration }) => listed(narration.said))],
  [IS.phraseOpener, PHRASE_OPENERS],
]

const bits = new Map<string, number>()
for (const [bit, words] of LISTED) for (const word of words) bits.set(word, (bits.get(word) ?? 0) | bit)
for (const word of [...TAG_WORDS, ...NUMBER_WORDS]) if (!bits.has(word)) bits.set(word, 0)

/** For words of letters that are in no list, as most words in titles are. */
const UNKNOWN: Entry = { is: 0, value: NaN, tag: undefined, volume: NaN, part: NaN }

const entries = new Map<string, Entry>()
for (const [word, is] of bits) entries.set(word, entryFor(word, is))

/** Whether a word exists and has one of the `kinds` of `IS`. */
export function isA(word: { entry: Entry } | undefined, kinds: number): boolean {
  return word !== undefined && (word.entry.is & kinds) !== 0
}

/** Start of the scripts that write no spaces between words, or between a word and its number. */
const FIRST_UNSPACED = 0x2e80

/** What is known about a folded word. */
export function entryOf(key: string): Entry {
  const known = entries.get(key)
  if (known !== undefined) return known
  if (!hasDigit(key) && !(key.charCodeAt(key.length - 1) >= FIRST_UNSPACED)) return UNKNOWN
  return entryFor(key, 0)
}

function entryFor(key: string, listedAs: number): Entry {
  const begins = hasDigits(key)
  const isCode = begins || (key.length <= LONGEST_CODE && hasDigit(key))
  return {
    is: listedAs | (begins ? IS.digits : 0) | (isCode ? IS.code : 0),
    value: numberOf(key),
    tag: tagOf(key),
    volume: gluedNumber(key, 'gluedVolume'),
    part: gluedNumber(key, 'gluedPart'),
  }
}

function hasDigit(key: string): boolean {
  for (let at = 0; at < key.length; at++) if (isDigit(key.charCodeAt(at))) return true
  return false
}
