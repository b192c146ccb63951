import type { Region } from '#contract/common'
import type { StoredSeries } from '#server/db/stored-release'
import { nameKeyOf } from './search-text.rules'

/** Of a book, what joins it with others. */
export interface LinkedBook {
  asin: string
  region: Region
  series: readonly StoredSeries[]
  authors: readonly string[]
  narrators: readonly string[]
}

/** Positions from here on are no number of a book: PostgreSQL keeps four bytes. */
const TOO_HIGH = 1_000_000

/**
 * Thousandths of the number that a position begins with: "0.5" is 500, "1-3" is 1000.
 * @returns null where it has none.
 */
export function placeOf(position: string | null): number | null {
  const number = Number.parseFloat(/\d+(?:\.\d+)?/.exec(position ?? '')?.[0] ?? '')
  return number < TOO_HIGH ? Math.round(number * 1000) : null
}

/** The id of a series: its ASIN in its region or, of a book that was stored without it, its title. */
export function seriesId(region: Region, { asin, title }: Pick<StoredSeries, 'asin' | 'title'>): string {
  return asin ? `${region}:${asin}` : `${region}:"${nameKeyOf(title)}"`
}

/** Whoever is named by one spelling of a name. */
export const personId = nameKeyOf

/** In the order of their keys: whoever inserts the same rows at the same time waits instead of locking both out. */
const distinct = <T>(rows: readonly T[], keyOf: (row: T) => string): T[] =>
  [...new Map(rows.map((row) => [keyOf(row), row]))]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, row]) => row)

/** The rows of the series and people of some books, and of what joins them; no row is there twice. */
export function linksOf(books: readonly LinkedBook[]) {
  const inSeries = books.flatMap(({ asin: book, region, series }) =>
    series.map((one) => ({ book, region, id: seriesId(region, one), ...one, place: placeOf(one.position) })),
  )
  const people = books.flatMap(({ asin: book, authors, narrators }) => [
    ...authors.map((name, place) => ({ book, id: personId(name), name, role: 'author', place })),
    ...narrators.map((name, place) => ({ book, id: personId(name), name, role: 'narrator', place })),
  ])
  return {
    series: distinct(inSeries, ({ id }) => id),
    bookSeries: distinct(inSeries, ({ book, id }) => `${book} ${id}`),
    people: distinct(people, ({ id }) => id),
    bookPeople: distinct(people, ({ book, role, id }) => `${book} ${role} ${id}`),
  }
}
