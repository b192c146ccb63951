const WORDS = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen ' +
  'sixteen seventeen eighteen nineteen twenty'
).split(' ')
const LARGEST_ROMAN = 50
/** "v05" is a volume, "v2" a version. */
const GLUED = /^(?:v\d{2,3}|(?:vol|bk|book)\d{1,3})$/

const values = new Map<string, number>(WORDS.map((word, value) => [word, value]))
for (let value = 1; value <= LARGEST_ROMAN; value++) values.set(roman(value), value)

/**
 * The value of a folded word that is a number: digits ("07", "0.5"), an English number word up to twenty,
 * or a Roman numeral up to fifty, or a volume written together with its word ("v05"). NaN where it is none.
 */
export function numberOf(word: string): number {
  const first = word.charCodeAt(0)
  if (first >= 48 && first <= 57) return /^\d+(?:\.\d+)?$/.test(word) ? Number(word) : NaN
  if (word.length > 2 && hasDigits(word.slice(-1)) && GLUED.test(word))
    return Number(word.replace(/^\D+/, ''))
  return values.get(word) ?? NaN
}

/** Whether a number is written with digits; "I" and "one" may as well be words of a title. */
export function hasDigits(word: string): boolean {
  const first = word.charCodeAt(0)
  return first >= 48 && first <= 57
}

function roman(value: number): string {
  const tens = ['', 'x', 'xx', 'xxx', 'xl', 'l'][Math.floor(value / 10)] ?? ''
  const ones = ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix'][value % 10] ?? ''
  return tens + ones
}
