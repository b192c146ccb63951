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

/** A book as somebody's list names it. */
export interface NamedBook {
  title: string
  /** Empty where the list does not say. */
  authors: readonly string[]
  series: readonly SeriesPlace[]
}

/**
 * How much a book is what a list names: `same` by title and author; `titled` where the list names no author; `alike`
 * where the title is mistyped or only a part of the other, or it is a shortened or an acted recording.
 */
export type Likeness = 'same' | 'titled' | 'alike'

/** Titles are the same with one letter in five wrong. */
const LEAST_ALIKE = 0.8

/** The rules by which a book is what a list names, in the form in which lists take them. */
export const listMatcher = {
  /** Prepares what a list names for comparisons with several books. */
  prepare({ title, authors, series }: NamedBook): PreparedItem {
    const unknown = { subtitle: null, asin: null, isbn: null, language: null, durationMin: null }
    return prepareItem({ title, authors, series, ...unknown })
  },

  /** @returns null where it is another book. */
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
    other.keys.some((their) => whole && their.whole && similarity(key, their.key) >= LEAST_ALIKE),
  )
  return isAlike ? 'alike' : null
}
