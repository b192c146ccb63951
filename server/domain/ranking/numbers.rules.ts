const WORDS = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen ' +
  'sixteen seventeen eighteen nineteen twenty'
).split(' ')
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const LARGEST_ROMAN = 50
/** "v05" is a volume, "v2" a version. */
const GLUED = /^(?:v\d{2,3}|(?:vol|bk|book)\d{1,3})$/

const values = new Map<string, number>(WORDS.map((word, value) => [word, value]))
for (const [at, word] of TENS.entries()) values.set(word, (at + 2) * 10)
for (let value = 1; value <= LARGEST_ROMAN; value++) values.set(roman(value), value)

/**
 * The value of a folded word that is a number: digits ("07", "0.5"), an English number word up to twenty
 * or of a ten, or a Roman numeral up to fifty, or a volume written together with its word ("v05"). NaN where it is none.
 */
export function numberOf(word: string): number {
  const first = word.charCodeAt(0)
  if (first >= 48 && first <= 57) return /^\d+(?:\.\d+)?$/.test(word) ? Number(word) : NaN
  const last = word.charCodeAt(word.length - 1)
  if (last >= 48 && last <= 57 && GLUED.test(word)) return Number(word.replace(/^\D+/, ''))
  return values.get(word) ?? NaN
}

/** Whether a number is written with digits; "I" and "one" may as well be words of a title. */
export function hasDigits(word: string): boolean {
  const first = word.charCodeAt(0)
  return first >= 48 && first <= 57
}

/** Several number words in a row and the number that they are together. */
export interface NumberRun {
  /** Index of the first word, and behind the last. */
  start: number
  end: number
  value: number
}

/** Numbers of several English words ("nineteen eighty-four", "twenty thousand") among folded words. */
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

const SCALES: Readonly<Record<string, number>> = { hundred: 100, thousand: 1000 }
const isNumberWord = (key: string) => key in SCALES || WORDS.includes(key) || TENS.includes(key)

/** Null where the words are a list ("one two three") and no single number. */
function valueOfWords(keys: readonly string[]): number | null {
  let total = 0
  let part = 0
  for (const key of keys) {
    const scale = SCALES[key]
    const value = values.get(key) ?? 0
    if (scale !== undefined) {
      if (part === 0) return null
      if (scale === 1000) [total, part] = [total + part * scale, 0]
      else part *= scale
    } else if (part === 0 || (part % 100 === 0 && value < 100) || (isTen(part % 100) && value < 10))
      part += value
    // "nineteen eighty": the hundreds of a year.
    else if (part >= 10 && part < 100 && isTen(value)) part = part * 100 + value
    else return null
  }
  return total + part
}

const isTen = (value: number) => value >= 20 && value < 100 && value % 10 === 0

/** The English words of a number from 21 to 9999, a year as years are read; null for others. */
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
