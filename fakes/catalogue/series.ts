import type { FakeBook } from './fake-book'
import { hash } from './seed'

/** ASINs of series start with ES, which the real catalogue does not use either. */
export function seriesAsin(title: string): string {
  return `ES${(hash(title) % 36 ** 6).toString(36).toUpperCase().padStart(8, '0')}`
}

/** The product that represents a series. Its parts are unordered and include some that are not its books. */
export function seriesProduct(books: readonly FakeBook[], asin: string): Record<string, unknown> | null {
  const entries = books.flatMap((book) =>
    book.series.flatMap((entry) => (seriesAsin(entry.title) === asin ? [{ ...entry, book: book.asin }] : [])),
  )
  const [first] = entries
  if (first === undefined) return null
  const children = entries.map(({ book, sequence }) => ({
    asin: book,
    relationship_to_product: 'child',
    relationship_type: 'series',
    sequence,
    sort: sequence.replace(/\D.*$/, ''),
  }))
  return {
    asin,
    title: first.title,
    content_delivery_type: 'BookSeries',
    release_date: '2200-01-01',
    relationships: [
      ...children.toReversed(),
      { asin: 'EMPART0001', relationship_to_product: 'child', relationship_type: 'component', sort: '1' },
      null,
    ],
  }
}
