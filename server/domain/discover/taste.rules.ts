import { foldText } from '#server/domain/search-text.rules'
import type { BookFacts } from '#server/domain/books/books.types'

/** A book that someone requested. */
export type Own = Pick<
  BookFacts,
  'asin' | 'region' | 'title' | 'authors' | 'narrators' | 'series' | 'language'
>

/** A series, and the book in it that a person requested last. */
export interface OwnSeries {
  series: string
  position: string | null
  last: Own
}

/** The most frequent names; ties keep the order of first occurrence. */
function mostFrequent(names: readonly string[], most: number): string[] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, most)
    .map(([name]) => name)
}

/** The people whom someone listens to most. @param own newest first. */
export function favourites(own: readonly Own[], role: 'authors' | 'narrators', most: number): string[] {
  return mostFrequent(
    own.flatMap((book) => book[role]),
    most,
  )
}

/** The series that someone is reading, latest first. @param own newest first. */
export function ownSeries(own: readonly Own[], most: number): OwnSeries[] {
  const found = new Map<string, OwnSeries>()
  for (const last of own) {
    for (const { title, position } of last.series) {
      const known = found.get(title)
      if (!known || isLater(position, known.position)) found.set(title, { series: title, position, last })
    }
  }
  return [...found.values()].slice(0, most)
}

/** Whether a position in a series comes after another. A position without a number comes after none. */
const isLater = (one: string | null, other: string | null) =>
  Number.parseFloat(one ?? '') > Number.parseFloat(other ?? '')

/** Among the neighbours of a book in its series, those that follow it, the next one first. */
export function following(books: readonly BookFacts[], { series, position }: OwnSeries): BookFacts[] {
  const placeOf = (book: BookFacts) =>
    book.series.find(({ title }) => foldText(title) === foldText(series))?.position ?? null
  return books
    .filter((book) => isLater(placeOf(book), position))
    .toSorted((one, other) => Number.parseFloat(placeOf(one) ?? '') - Number.parseFloat(placeOf(other) ?? ''))
}

/** Books that credit the given person as author or narrator; the catalogue also finds similar names. */
export function namedIn(
  books: readonly BookFacts[],
  role: 'authors' | 'narrators',
  name: string,
): BookFacts[] {
  const wanted = foldText(name)
  return books.filter((book) => book[role].some((other) => foldText(other) === wanted))
}

/** Books whose language is unknown, or one in which the person has requested books. */
export function understood(books: readonly BookFacts[], own: readonly Own[]): BookFacts[] {
  const languages = new Set(own.map(({ language }) => language))
  return books.filter(({ language }) => language === null || languages.has(language))
}
