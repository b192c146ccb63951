import type { FakeBook } from './fake-book'
import { hash } from './seed'
import { categoryOf } from './wire'

/** The books for a query by ASIN, or by category and part of a name; null for a word search. */
export function chosenFrom(books: readonly FakeBook[], query: URLSearchParams): FakeBook[] | null {
  const asins = query.get('asins')
  if (asins !== null) {
    const wanted = new Set(asins.split(',').slice(0, 50))
    return books.filter(({ asin }) => wanted.has(asin))
  }
  if (query.get('keywords') !== null) return null
  const [author, narrator, category] = ['author', 'narrator', 'category_id'].map((name) => query.get(name))
  const isIn = (names: readonly string[], name: string | null | undefined) =>
    !name || names.some((each) => each.toLowerCase().includes(name.toLowerCase()))
  return books
    .filter(
      (book) =>
        isIn(book.authors, author) &&
        isIn(book.narrators, narrator) &&
        (!category || categoryOf(book).id === category),
    )
    .toSorted((one, other) => hash(one.asin) - hash(other.asin))
}

/** Sorts books in the requested order; leaves them unsorted for relevance or an unknown order. */
export function sorted(books: FakeBook[], by: string | null): FakeBook[] {
  const dateOf = ({ releaseDate }: FakeBook) => releaseDate ?? '2200-01-01'
  const inOrder: Record<string, (one: FakeBook, other: FakeBook) => number> = {
    '-ReleaseDate': (one, other) => dateOf(other).localeCompare(dateOf(one)),
    ReleaseDate: (one, other) => dateOf(one).localeCompare(dateOf(other)),
    Title: (one, other) => (one.title ?? '').localeCompare(other.title ?? ''),
    RuntimeLength: (one, other) => (one.minutes ?? 0) - (other.minutes ?? 0),
    '-RuntimeLength': (one, other) => (other.minutes ?? 0) - (one.minutes ?? 0),
  }
  const order = inOrder[by ?? '']
  return order ? books.toSorted(order) : books
}

/** The books that the catalogue lists as similar. */
export function similarTo(books: FakeBook[], asin: string, type: string | null): FakeBook[] {
  const book = books.find((candidate) => candidate.asin === asin)
  if (book === undefined) return []
  return type === 'NextInSameSeries' ? nextOf(books, book) : likeIt(books, book)
}

function nextOf(books: FakeBook[], { series: [own] }: FakeBook): FakeBook[] {
  const placeIn = (candidate: FakeBook) =>
    Number(candidate.series.find(({ title }) => title === own?.title)?.sequence ?? Number.NaN)
  return books
    .filter((candidate) => placeIn(candidate) > Number(own?.sequence))
    .toSorted((one, other) => placeIn(one) - placeIn(other))
}

function likeIt(books: FakeBook[], { asin, genre, language, authors }: FakeBook): FakeBook[] {
  return books
    .filter(
      (other) =>
        other.genre === genre &&
        other.language === language &&
        !other.authors.some((author) => authors.includes(author)),
    )
    .toSorted((one, other) => hash(asin + one.asin) - hash(asin + other.asin))
}
