import type { Region } from '#contract/common'
import type { StoredSeries } from '#server/db/stored-facts'
import { nameKeyOf } from '#server/domain/search-text.rules'

/** The facts of a book from which its links are derived. */
export interface LinkedBook {
  asin: string
  region: Region
  series: readonly StoredSeries[]
  authors: readonly string[]
  narrators: readonly string[]
}

/** Larger numbers are not positions in a series and would not fit PostgreSQL's four-byte integer. */
const TOO_HIGH = 1_000_000

/**
 * The leading number of a position, in thousandths: "0.5" is 500, "1-3" is 1000.
 * @returns null if there is none.
 */
export function placeOf(position: string | null): number | null {
  const number = Number.parseFloat(/\d+(?:\.\d+)?/.exec(position ?? '')?.[0] ?? '')
  return number < TOO_HIGH ? Math.round(number * 1000) : null
}

/** The id of a series: its ASIN within the region, or its title if the book was stored without one. */
export function seriesId(region: Region, { asin, title }: Pick<StoredSeries, 'asin' | 'title'>): string {
  return asin ? `${region}:${asin}` : `${region}:"${nameKeyOf(title)}"`
}

/** Different spellings of a name share an id. */
export const personId = nameKeyOf

/** In key order, so that concurrent inserts of the same rows wait for each other instead of deadlocking. */
const distinct = <T>(rows: readonly T[], keyOf: (row: T) => string): T[] =>
  [...new Map(rows.map((row) => [keyOf(row), row]))]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, row]) => row)

/** The series, people and link rows of some books, without duplicates. */
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
