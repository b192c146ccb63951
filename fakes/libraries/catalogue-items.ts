import { BOOKS } from '#fakes/catalogue/books'
import type { FakeBook } from '#fakes/catalogue/fake-book'
import type { FakeItem } from './audiobookshelf'

/** An invented book as a library item. */
export function itemOf(book: FakeBook): FakeItem {
  const [series] = book.series
  return {
    id: `item-${book.asin}`,
    title: book.title ?? book.asin,
    subtitle: book.subtitle,
    authors: book.authors,
    narrators: book.narrators,
    ...(series && { series: `${series.title} #${series.sequence}` }),
    asin: book.asin,
    language: book.language,
    duration: (book.minutes ?? 480) * 60,
  }
}

/** The words of a text, each surrounded by spaces. */
const folded = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `

/** The invented book of a release, by title and author; undefined if there is none. */
export function bookOfRelease(name: string): FakeBook | undefined {
  const words = folded(name)
  const isIn = (text: string | null | undefined) => Boolean(text) && words.includes(folded(text ?? ''))
  return BOOKS.filter(({ title, authors }) => isIn(title) && isIn(authors[0]))
    .sort((one, other) => (one.title ?? '').length - (other.title ?? '').length)
    .at(-1)
}
