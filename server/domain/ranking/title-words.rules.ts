import { isGivenName } from './given-names.rules'
import { everyWord } from './lexicon/languages'
import type { Word } from './normalise.rules'

const LEADING_ARTICLES = everyWord('articles')
/** Articles and "and", which come and go in titles. */
const ARTICLES = everyWord('articles', 'and')
/** Other small words: a title keeps them, so they weigh a little. */
const SMALL = everyWord('small')
const DESCRIPTIVE = everyWord('kinds', 'series')
const OPENERS = everyWord('openers')
const AND = everyWord('and')
const OR = everyWord('or')
const BY = everyWord('by')
const BYLINE = everyWord('byline')
const OF = everyWord('of')
const NAMES_OF_SERIES = everyWord('series')
const NAME_SUFFIXES = everyWord('nameSuffixes')
const PARTICLES = everyWord('particles')

/** Whether a folded word is an article, which may stand before a title without being part of it. */
export function isLeadingArticle(key: string): boolean {
  return LEADING_ARTICLES.has(key)
}

/** Whether a folded word is "and". */
export function isAnd(key: string): boolean {
  return AND.has(key)
}

/** Whether a folded word stands between a role and a name: "read by". */
export function isBy(key: string): boolean {
  return BY.has(key)
}

/** Whether a folded word stands before the author: "Title by Author". */
export function isByline(key: string): boolean {
  return BYLINE.has(key)
}

/** Whether a folded word is "or". */
export function isOr(key: string): boolean {
  return OR.has(key)
}

/** Whether a folded word is "of". */
export function isOf(key: string): boolean {
  return OF.has(key)
}

/** Whether a folded word says that a name is that of a series: "saga". */
export function isSeriesWord(key: string): boolean {
  return NAMES_OF_SERIES.has(key)
}

/** Whether a title does without this word. */
export function isArticle(key: string): boolean {
  return ARTICLES.has(key)
}

/** Articles and other small words. */
export function isLight(key: string): boolean {
  return ARTICLES.has(key) || SMALL.has(key)
}

/** How much of a title a word is. */
export function wordWeight(key: string): number {
  if (ARTICLES.has(key)) return 0
  return SMALL.has(key) ? 0.2 : 1
}

/** Words that tell what kind of book it is and do not name another: "A Novel", "or, The Modern Prometheus". */
export function isDescription(words: readonly Word[]): boolean {
  const first = words[0]?.key ?? ''
  if (OR.has(first)) return true
  return words.some(({ key }) => DESCRIPTIVE.has(key))
}

/** A subtitle's way to begin. */
export function opensSubtitle(words: readonly Word[]): boolean {
  return OPENERS.has(words[0]?.key ?? '')
}

/** Two to four words that look like a name: capitals, no numbers, no small words besides a nobiliary particle. */
export function looksLikeName(words: readonly Word[]): boolean {
  if (words.length < 2 || words.length > 4) return false
  return words.every(({ key, raw, value }, at) => {
    if (at > 0 && PARTICLES.has(key)) return true
    if (!Number.isNaN(value) && key.length > 1) return false
    if (/\d/.test(key) || (isLight(key) && key.length > 1) || POSSESSIVE.test(raw)) return false
    return raw.charAt(0) === raw.charAt(0).toUpperCase()
  })
}
const POSSESSIVE = /['’]s$/i

/** A name of the look of one, with a given name or an initial in front that makes it likely to be a person's. */
export function isLikelyPerson(words: readonly Word[]): boolean {
  const [first] = words
  return first !== undefined && looksLikeName(words) && (first.key.length === 1 || isGivenName(first.key))
}

/** "de", "van": part of the last name behind it. */
export function isParticle(key: string): boolean {
  return PARTICLES.has(key)
}

/** "Jr", "PhD": what may stand behind a name without being part of it. */
export function isNameSuffix(key: string): boolean {
  return NAME_SUFFIXES.has(key)
}
