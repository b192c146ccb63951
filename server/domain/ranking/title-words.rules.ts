import { isGivenName } from './given-names.rules'
import type { Word } from './normalise.rules'
import { IS, LIGHT, entryOf, isA } from './vocabulary.rules'

/** Whether a folded word is an article, which may precede a title without being part of it. */
export function isLeadingArticle(key: string): boolean {
  return (entryOf(key).is & IS.leadingArticle) !== 0
}

/** Whether a folded word marks a name as that of a series, such as "saga". */
export function isSeriesWord(key: string): boolean {
  return (entryOf(key).is & IS.series) !== 0
}

/** Whether a folded word is an article or another small word. */
export function isLight(key: string): boolean {
  return (entryOf(key).is & LIGHT) !== 0
}

/** How much of a title a word accounts for. */
export function wordWeight(word: Word): number {
  if (isA(word, IS.article)) return 0
  return isA(word, IS.small) ? 0.2 : 1
}

/** The heavy words as one text, each after a space. Titles with the same heavy words are alike. */
export function heavyKeys(words: readonly Word[]): string {
  let keys = ''
  for (const word of words) if (!isA(word, LIGHT)) keys += ` ${word.key}`
  return keys
}

/**
 * Whether words only say what kind of book it is, without naming another: "A Novel", "or, The Modern
 * Prometheus".
 */
export function isDescription(words: readonly Word[]): boolean {
  if (isA(words[0], IS.or)) return true
  return words.some((word) => isA(word, IS.description))
}

/** Whether words start like a subtitle. */
export function opensSubtitle(words: readonly Word[]): boolean {
  return isA(words[0], IS.opener)
}

/**
 * Whether two to four words look like a name: with capitals, no numbers, and no small words except a
 * nobiliary particle.
 */
export function looksLikeName(words: readonly Word[]): boolean {
  if (words.length < 2 || words.length > 4) return false
  return words.every(({ key, raw, entry }, at) => {
    if (at > 0 && (entry.is & IS.particle) !== 0) return true
    if (!Number.isNaN(entry.value) && key.length > 1) return false
    if (/\d/.test(key) || ((entry.is & LIGHT) !== 0 && key.length > 1) || POSSESSIVE.test(raw)) return false
    return raw.charAt(0) === raw.charAt(0).toUpperCase()
  })
}
const POSSESSIVE = /['’]s$/i

/** Whether words look like a name and start with a given name or an initial, and so are probably a person. */
export function isLikelyPerson(words: readonly Word[]): boolean {
  const [first] = words
  return first !== undefined && looksLikeName(words) && (first.key.length === 1 || isGivenName(first.key))
}
