import { BOOKS } from '#fakes/catalogue/books'
import type { FakeBook } from '#fakes/catalogue/fake-book'
import type { FakeItem } from './audiobookshelf'

/** An invented book as a library has it. */
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

/** Its words, with a blank before and after each. */
const folded = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `

/** The invented book that a release is of, by its title and its author; undefined where it is of none. */
export function bookOfRelease(name: string): FakeBook | undefined {
  const words = folded(name)
  const isIn = (text: string | null | undefined) => Boolean(text) && words.includes(folded(text ?? ''))
  return BOOKS.filter(({ title, authors }) => isIn(title) && isIn(authors[0]))
    .sort((one, other) => (one.title ?? '').length - (other.title ?? '').length)
    .at(-1)
}
