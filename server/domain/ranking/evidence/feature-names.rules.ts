import type { Chunk, Place, Side } from './chunks.rules'

/**
 * Facts about the words around a title, and about the match as a whole. The sign limits the weight: with -1
 * it counts only against the book, with 1 only for it, and with 0 training decides.
 */
const SIDE_FEATURES = {
  touching: -1,
  hyphen: -1,
  comma: -1,
  colon: -1,
  dash: -1,
  bracket: -1,
  apart: -1,
  /** Words that name something: two, three or four, or more. */
  'two-words': 0,
  'some-words': 0,
  'many-words': 0,
  /** A title of one word matches by chance so easily that it explains little around it. */
  'short-title': -1,
  'piece-of-title': -1,
  /** The book is named like its series, so another volume looks the same. */
  'title-is-series': -1,
  describes: 1,
  /** Starts with a given name or an initial; with and without a named author. */
  person: 1,
  'person-for-author': 0,
  /** Looks like a name. */
  name: 0,
  'name-for-author': -1,
  'word-for-author': -1,
  /** The author is between these words and the title. */
  'beyond-author': -1,
  'beyond-author-person': 1,
  /** A volume or the series is directly after or before the words. */
  'leads-to-volume': 1,
  'follows-volume': 0,
  'beside-series': 0,
  /** The first words of the whole name before the title, or the last ones after it. */
  outermost: 0,
  capitals: 1,
  'odd-case': 1,
  small: -1,
} as const

const CHUNK_FEATURES = {
  /** Words from the wanted title and subtitle. */
  'own-words': 1,
  'own-words-touching': -1,
  /** The full name of an author or narrator known from the catalogue or an indexer. */
  'known-person': 1,
  'kind-of-book': 1,
  /** Words for summaries, guides and similar books. */
  'about-the-book': -1,
  'opens-subtitle': 1,
  'subtitle-length': 1,
  'begins-with-article': -1,
  'foreign-article': -1,
  possessive: -1,
  'beside-author-in-list': 1,
  'runs-on-from-author': -1,
  'runs-into-author': -1,
  'group-suffix': 1,
  counted: 1,
  'code-touching': -1,
  'title-in-brackets': -1,
  'list-goes-on': 0,
  /** A kind of book after the author: "Emma Jane Austen Biography". */
  'kind-beyond-author': -1,
} as const

const MATCH_FEATURES = {
  'title-incomplete': -1,
  'title-piece': -1,
  'title-short': -1,
  'author-none': -1,
  'author-family-only': -1,
  'narrator-known': 1,
  'volume-known': 1,
  'several-chunks': -1,
  'title-in-list': -1,
  /**
   * "Foundation, Second Foundation" or "Foundation & …": the series, without a volume, in a list with the
   * title.
   */
  'series-in-list': -1,
} as const

type SideFeature = keyof typeof SIDE_FEATURES
type ChunkFeature = keyof typeof CHUNK_FEATURES
type MatchFeature = keyof typeof MATCH_FEATURES
export type FeatureName = `${Side}-${SideFeature}` | ChunkFeature | MatchFeature

/**
 * One fact and its amount. `chunk` is the run of words that it is about, or null for the match as a whole.
 */
export interface Fact {
  name: FeatureName
  value: number
  chunk: Chunk | null
}

const sided = (side: Side) =>
  Object.entries(SIDE_FEATURES).map(([name, sign]) => [`${side}-${name}`, sign] as const)

/** The sign that the weight of each fact may have, by name. */
export const FEATURE_SIGNS: ReadonlyMap<string, -1 | 0 | 1> = new Map([
  ...sided('before'),
  ...sided('after'),
  ...Object.entries(CHUNK_FEATURES),
  ...Object.entries(MATCH_FEATURES),
])

/** The names of the facts for one side. Built only once, because ranking reads them often. */
type SideNames = Readonly<Record<SideFeature, FeatureName>> & Readonly<Record<Place, FeatureName>>

const namesOf = (side: Side): SideNames => ({
  touching: `${side}-touching`,
  hyphen: `${side}-hyphen`,
  comma: `${side}-comma`,
  colon: `${side}-colon`,
  dash: `${side}-dash`,
  bracket: `${side}-bracket`,
  apart: `${side}-apart`,
  'two-words': `${side}-two-words`,
  'some-words': `${side}-some-words`,
  'many-words': `${side}-many-words`,
  'short-title': `${side}-short-title`,
  'piece-of-title': `${side}-piece-of-title`,
  'title-is-series': `${side}-title-is-series`,
  describes: `${side}-describes`,
  person: `${side}-person`,
  'person-for-author': `${side}-person-for-author`,
  name: `${side}-name`,
  'name-for-author': `${side}-name-for-author`,
  'word-for-author': `${side}-word-for-author`,
  'beyond-author': `${side}-beyond-author`,
  'beyond-author-person': `${side}-beyond-author-person`,
  'leads-to-volume': `${side}-leads-to-volume`,
  'follows-volume': `${side}-follows-volume`,
  'beside-series': `${side}-beside-series`,
  outermost: `${side}-outermost`,
  capitals: `${side}-capitals`,
  'odd-case': `${side}-odd-case`,
  small: `${side}-small`,
})

/** The names of facts about words before and after a title. */
export const SIDE_NAMES: Readonly<Record<Side, SideNames>> = {
  before: namesOf('before'),
  after: namesOf('after'),
}
