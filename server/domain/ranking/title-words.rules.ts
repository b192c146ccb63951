import { isGivenName } from './given-names.rules'
import type { Word } from './normalise.rules'

/** Articles and "and", which come and go in titles, in the languages of the catalogue's regions. */
const ARTICLES = new Set(
  'the a an and der die das den dem des ein eine und le la les l un une et el los las una y il lo gli i e o os as de het een en ett och og'.split(
    ' ',
  ),
)
/** Other small words: a title keeps them, so they weigh a little. */
const SMALL = new Set(
  'of in on at to for from with by or is it as be my no von zu im am mit auf du des en dans del di da do'.split(
    ' ',
  ),
)

const DESCRIPTIVE = new Set(
  (
    'novel novella novelette story stories tale tales memoir memoirs biography autobiography history guide handbook ' +
    'thriller mystery romance fantasy adventure litrpg gamelit opera book books series saga trilogy chronicles ' +
    'roman krimi erzahlung thriller novela novelas historia essays poems collection edition classics omnibus'
  ).split(' '),
)
const OPENERS = new Set(
  'a an or how why what when where who oder wie warum ein eine comment pourquoi como'.split(' '),
)

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
  if (first === 'or' || first === 'oder') return true
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
const PARTICLES = new Set('de van von der den la le du di da del bin al el st'.split(' '))
