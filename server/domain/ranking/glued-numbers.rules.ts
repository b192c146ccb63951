import { isDigit } from './fold.rules'
import { LEXICONS, listed } from './lexicon/languages'

/** Sections with words that are written together with their number. */
type GluedSection = 'gluedVolume' | 'gluedPart' | 'ordinals'

/** Start of the scripts that write no spaces between words. */
const FIRST_UNSPACED = 0x2e80
const isUnspaced = (word: string) => word.charCodeAt(0) >= FIRST_UNSPACED

/** Numerals of those scripts, with their values. */
const SIGNS: ReadonlyMap<string, number> = new Map(
  Object.values(LEXICONS)
    .flatMap(({ numbers }) => [...numbers.split(' ').entries()])
    .filter(([, word]) => isUnspaced(word))
    .map(([value, word]) => [word, value]),
)
const SIGN_CLASS = [...SIGNS.keys()].filter((sign) => sign.length === 1).join('')

const PATTERNS: Readonly<Record<GluedSection, RegExp>> = {
  gluedVolume: patternOf('gluedVolume'),
  gluedPart: patternOf('gluedPart'),
  ordinals: patternOf('ordinals'),
}

/** One pattern for all words of a section, in which each word captures its number. */
function patternOf(section: GluedSection): RegExp {
  const forms = new Set(Object.values(LEXICONS).flatMap((lexicon) => listed(lexicon[section])))
  const patterns = [...forms].map((form) =>
    form
      .replace('{nn}', '(\\d{2,3})')
      .replace('{n}', isUnspaced(form) ? `(\\d{1,3}|[${SIGN_CLASS}]{1,3})` : '(\\d{1,3})'),
  )
  return new RegExp(`^(?:${patterns.join('|')})$`)
}

/**
 * The number in a folded word that joins it with a word for a volume or part, or with an ordinal ending
 * ("vol5", "10th"); NaN for other words.
 */
export function gluedNumber(word: string, section: GluedSection): number {
  const [first, last] = [word.charCodeAt(0), word.charCodeAt(word.length - 1)]
  if (!isDigit(first) && !isDigit(last) && last < FIRST_UNSPACED) return NaN
  const groups = PATTERNS[section].exec(word)?.slice(1)
  const number = groups?.find((group) => group !== undefined)
  if (number === undefined) return NaN
  return SIGNS.get(number) ?? Number(number)
}
