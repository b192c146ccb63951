import type { FakeBook } from './fake-book'
import { hash } from './seed'

/** Series start with ES, which the real catalogue does not use either. */
export function seriesAsin(title: string): string {
  return `ES${(hash(title) % 36 ** 6).toString(36).toUpperCase().padStart(8, '0')}`
}

/** The product that stands for a series: without an order, and with parts that are no books of it. */
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

/** What of a shop is asked for by ASIN, or by a part of a name; null where it is neither. */
export function chosenFrom(books: readonly FakeBook[], query: URLSearchParams): FakeBook[] | null {
  const asins = query.get('asins')
  if (asins !== null) {
    const wanted = new Set(asins.split(',').slice(0, 50))
    return books.filter(({ asin }) => wanted.has(asin))
  }
  const [author, narrator] = [query.get('author'), query.get('narrator')]
  if (author === null && narrator === null) return null
  const isIn = (names: readonly string[], name: string | null) =>
    name === null || names.some((each) => each.toLowerCase().includes(name.toLowerCase()))
  return sorted(
    books.filter((book) => isIn(book.authors, author) && isIn(book.narrators, narrator)),
    query.get('products_sort_by'),
  )
}

function sorted(books: readonly FakeBook[], by: string | null): FakeBook[] {
  const dateOf = ({ releaseDate }: FakeBook) => releaseDate ?? '2200-01-01'
  const inOrder: Record<string, (one: FakeBook, other: FakeBook) => number> = {
    '-ReleaseDate': (one, other) => dateOf(other).localeCompare(dateOf(one)),
    ReleaseDate: (one, other) => dateOf(one).localeCompare(dateOf(other)),
    Title: (one, other) => (one.title ?? '').localeCompare(other.title ?? ''),
  }
  return books.toSorted(inOrder[by ?? ''] ?? ((one, other) => hash(one.asin) - hash(other.asin)))
}
