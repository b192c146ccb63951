import type { RequestedBookDto } from '#contract/books'
import { isAvailable, isRequested } from '#contract/is-requested'
import type { SeriesBookDto, SeriesDto, SeriesStanding } from '#contract/series'
import type { BookFacts } from '#server/domain/books/books.types'
import type { BookAtPosition } from '#server/domain/catalogue/series.types'
import { placeOf } from '#server/domain/books/book-links.rules'
import { isUpcoming } from '#server/domain/books/upcoming.rules'

/** A position that stands for several parts: "1-3". */
const RANGE = /^\D*(\d+(?:\.\d+)?)\s*[-–—]\s*(\d+(?:\.\d+)?)\D*$/
/** Number of books shown before and after a book. */
const AROUND = 2

/**
 * Sorts books by position, unnumbered ones last. Within a position, usual editions come first, and box sets
 * that start with it come last.
 */
export function inOrder<Entry extends BookAtPosition<Pick<BookFacts, 'edition'>>>(
  entries: readonly Entry[],
): Entry[] {
  const keyOf = ({ position }: Entry) => placeOf(position) ?? Infinity
  const rankOf = ({ position, book }: Entry) => (rangeOf(position) ? 2 : Number(!isUsual(book)))
  // Unnumbered books compare as equal.
  return entries.toSorted((one, other) => keyOf(one) - keyOf(other) || rankOf(one) - rankOf(other))
}

/** The first and last part of a position, in thousandths, or null if it stands for one part or none. */
function rangeOf(position: string | null): { from: number; to: number } | null {
  const [, first = null, last = null] = RANGE.exec(position ?? '') ?? []
  const [from, to] = [placeOf(first), placeOf(last)]
  return from === null || to === null || from >= to ? null : { from, to }
}

/** The editions that people usually mean: unabridged, plain readings. */
const isUsual = ({ edition }: Pick<BookFacts, 'edition'>): boolean =>
  edition === 'unabridged' || edition === null

/**
 * Decides how each book of a series counts. Of several editions of one part, only one counts: the one that is
 * available or requested, otherwise the first usual one.
 * @param today ISO date.
 */
export function withStandings(
  entries: readonly (RequestedBookDto & { position: string | null })[],
  today: string,
): SeriesBookDto[] {
  const first = entries.map((entry) => ({ ...entry, standing: ownStanding(entry, today) }))
  const singles = first.filter(({ position }) => placeOf(position) !== null && rangeOf(position) === null)
  const chosen = new Map<number | null, SeriesBookDto>()
  for (const entry of singles) {
    const place = placeOf(entry.position)
    const before = chosen.get(place)
    if (before === undefined || preference(entry) > preference(before)) chosen.set(place, entry)
  }
  const places = singles.flatMap(({ position }) => placeOf(position) ?? [])
  return first.map((entry) => {
    if (entry.standing !== 'missing') return entry
    const range = rangeOf(entry.position)
    const covered = range
      ? places.some((place) => place >= range.from && place <= range.to)
      : (chosen.get(placeOf(entry.position)) ?? entry) !== entry
    return covered ? { ...entry, standing: 'other_edition' } : entry
  })
}

function ownStanding({ book }: RequestedBookDto, today: string): SeriesStanding {
  if (isAvailable(book)) return 'available'
  if (isRequested(book)) return 'requested'
  const { release_date: releaseDate, runtime_length_min: runtimeMin } = book
  return isUpcoming({ releaseDate, runtimeMin }, today) ? 'upcoming' : 'missing'
}

const preference = ({ standing, book }: SeriesBookDto): number => {
  if (standing === 'available') return 3
  if (standing === 'requested') return 2
  return Number(isUsual(book))
}

/** The number of books by standing. */
export function countsOf(books: readonly Pick<SeriesBookDto, 'standing'>[]): SeriesDto['counts'] {
  const counts = {
    total: books.length,
    available: 0,
    requested: 0,
    upcoming: 0,
    other_edition: 0,
    missing: 0,
  }
  for (const { standing } of books) counts[standing] += 1
  return counts
}

/**
 * A book with its neighbours, without duplicate editions; the first books of the series if it does not
 * contain the book.
 */
export function around(books: readonly SeriesBookDto[], asin: string): SeriesBookDto[] {
  const parts = books.filter(({ standing, book }) => standing !== 'other_edition' || book.asin === asin)
  const at = parts.findIndex(({ book }) => book.asin === asin)
  return parts.slice(Math.max(0, at - AROUND), Math.max(0, at) + AROUND + 1)
}
