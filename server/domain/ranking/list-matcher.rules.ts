import { similarity } from './normalise.rules'
import {
  compareTexts,
  prepareBook,
  prepareItem,
  sameTitle,
  type PreparedItem,
  type SoughtBook,
} from './owned.rules'
import type { TitleReading } from './owned-titles.rules'
import type { SeriesPlace } from './ranking.types'

/** A book as a list names it. */
export interface NamedBook {
  title: string
  /** Empty if the list names no author. */
  authors: readonly string[]
  series: readonly SeriesPlace[]
}

/**
 * How well a book matches a list entry: `same` by title and author; `titled` if the entry names no author;
 * `alike` if the title has a typo or contains only part of the other title, or if the recording is abridged
 * or dramatised.
 */
export type Likeness = 'same' | 'titled' | 'alike'

/** Minimum similarity of titles: up to one letter in five may be wrong. */
const MIN_ALIKE = 0.8

/** The rules that match books to list entries, as the lists feature expects them. */
export const listMatcher = {
  /** Prepares an entry for comparisons with several books. */
  prepare({ title, authors, series }: NamedBook): PreparedItem {
    const unknown = { subtitle: null, asin: null, isbn: null, language: null, durationMin: null }
    return prepareItem({ title, authors, series, ...unknown })
  },

  /** @returns null if the book is a different one. */
  likenessOf(named: PreparedItem, book: SoughtBook): Likeness | null {
    const texts = compareTexts(prepareBook(book), named, sameOrAlike)
    if (texts === null) return null
    if (texts.titles !== 'whole' || texts.edition !== 'same') return 'alike'
    return texts.authors === 'same' ? 'same' : 'titled'
  },
}

function sameOrAlike(one: TitleReading, other: TitleReading): 'whole' | 'piece' | 'alike' | null {
  const same = sameTitle(one, other)
  if (same !== null) return same
  const isAlike = one.keys.some(({ key, whole }) =>
    other.keys.some((their) => whole && their.whole && similarity(key, their.key) >= MIN_ALIKE),
  )
  return isAlike ? 'alike' : null
}
