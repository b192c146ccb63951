import { gluedNumber } from './glued-numbers.rules'
import { fold } from './fold.rules'
import { ENGLISH, LEXICONS, listed } from './lexicon/languages'

const LARGEST_ROMAN = 50
/** Shorter number words of other languages are also everyday English words ("sei", "due"). */
const SHORTEST_FOREIGN = 4

const WORDS = listed(ENGLISH.numbers)
const TENS = listed(ENGLISH.tens)

/**
 * Values of number words: the English ones, and those of other languages that are not everyday words
 * elsewhere.
 */
const WORD_VALUES = new Map<string, number>()
/** Words that multiply what precedes them, such as "hundred". */
const SCALES = new Map<string, number>()
for (const { numbers, tens, scales } of Object.values(LEXICONS)) {
  const declare = (words: string, value: number) => {
    for (const word of listed(words.replaceAll('/', ' '))) {
      if (word.length >= SHORTEST_FOREIGN || !/^[a-z]/.test(word)) WORD_VALUES.set(word, value)
    }
  }
  for (const [value, words] of entriesOf(numbers)) declare(words, value)
  for (const [at, words] of entriesOf(tens)) declare(words, (at + 2) * 10)
  for (const [word, value] of Object.entries(scales)) {
    if (value === undefined) continue
    declare(word, value)
    SCALES.set(fold(word), value)
  }
}
for (const [value, word] of WORDS.entries()) WORD_VALUES.set(word, value)
for (const [at, word] of TENS.entries()) WORD_VALUES.set(word, (at + 2) * 10)
for (const [word, value] of Object.entries(ENGLISH.scales)) if (value !== undefined) SCALES.set(word, value)

const values = new Map(WORD_VALUES)
for (let value = 1; value <= LARGEST_ROMAN; value++) values.set(roman(value), value)

/** Folded words that are numbers. */
export const NUMBER_WORDS: readonly string[] = [...values.keys()]

/** The words of a list with their positions, except where the language has no such word. */
function entriesOf(words: string): (readonly [number, string])[] {
  return [...words.split(' ').entries()].filter(([, word]) => word !== '' && word !== '-')
}

/**
 * The value of a folded word that is a number: digits ("07", "0.5"), a number word, a Roman numeral up to
 * fifty, or a volume joined with its word ("v05"). NaN for other words.
 */
export function numberOf(word: string): number {
  const first = word.charCodeAt(0)
  if (first >= 48 && first <= 57) {
    if (/^\d+(?:\.\d+)?$/.test(word)) return Number(word)
    return gluedNumber(word, 'gluedVolume')
  }
  return values.get(word) ?? gluedNumber(word, 'gluedVolume')
}

/** Whether a number is written in digits. "I" and "one" may also be words of a title. */
export function hasDigits(word: string): boolean {
  const first = word.charCodeAt(0)
  return first >= 48 && first <= 57
}

/** Consecutive number words and their combined value. */
interface NumberRun {
  /** Index of the first word; `end` is the index after the last one. */
  start: number
  end: number
  value: number
}

/** Numbers of several words ("nineteen eighty-four", "twenty thousand") among folded words. */
export function numberRuns(keys: readonly string[]): NumberRun[] {
  const runs: NumberRun[] = []
  for (let start = 0; start < keys.length; start++) {
    let end = start
    while (end < keys.length && isNumberWord(keys[end] ?? '')) end++
    if (end - start < 2) continue
    const value = valueOfWords(keys.slice(start, end))
    if (value !== null) runs.push({ start, end, value })
    start = end
  }
  return runs
}

const isNumberWord = (key: string) => SCALES.has(key) || WORD_VALUES.has(key)

/** Null if the words are a list ("one two three") and not one number. */
function valueOfWords(keys: readonly string[]): number | null {
  let total = 0
  let part = 0
  for (const key of keys) {
    const scale = SCALES.get(key)
    const value = WORD_VALUES.get(key) ?? 0
    if (scale !== undefined) {
      if (part === 0) return null
      if (scale >= 1000) [total, part] = [total + part * scale, 0]
      else part *= scale
    } else if (part === 0 || (part % 100 === 0 && value < 100) || (isTen(part % 100) && value < 10))
      part += value
    // In "nineteen eighty", the first number is the hundreds of a year.
    else if (part >= 10 && part < 100 && isTen(value)) part = part * 100 + value
    else return null
  }
  return total + part
}

const isTen = (value: number) => value >= 20 && value < 100 && value % 10 === 0

/**
 * The English words for a number from 21 to 9999, read as a year if it could be one; null for other numbers.
 */
export function wordsOfNumber(value: number): string | null {
  if (!Number.isInteger(value) || value <= 20 || value > 9999) return null
  if (value < 100)
    return [TENS[Math.floor(value / 10) - 2], value % 10 === 0 ? '' : WORDS[value % 10]].join(' ').trim()
  const [hundreds, rest] = [Math.floor(value / 100), value % 100]
  if (hundreds % 10 === 0) return rest === 0 ? `${WORDS[hundreds / 10] ?? ''} thousand` : null
  const head = WORDS[hundreds] ?? wordsOfNumber(hundreds)
  if (head === null) return null
  if (rest === 0) return `${head} hundred`
  const tail = WORDS[rest] ?? wordsOfNumber(rest)
  return tail === null ? null : hundreds < 10 ? `${head} hundred ${tail}` : `${head} ${tail}`
}

function roman(value: number): string {
  const tens = ['', 'x', 'xx', 'xxx', 'xl', 'l'][Math.floor(value / 10)] ?? ''
  const ones = ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix'][value % 10] ?? ''
  return tens + ones
}
