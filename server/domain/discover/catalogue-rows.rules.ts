import type { CategoryDto } from '#contract/discover'
import type { Region } from '#contract/common'
import type { BookFacts } from '#server/domain/books/books.types'
import type { CatalogueBook, Category } from '#server/domain/catalogue/catalogue.types'

/**
 * The categories that most of the bestsellers are in: the catalogue itself lists them by name.
 * @returns so many at most, the one with the most first.
 */
export function leadingCategories(
  categories: readonly Category[],
  bestsellers: readonly Pick<CatalogueBook, 'categories'>[],
  { region, most }: { region: Region; most: number },
): CategoryDto[] {
  return categories
    .map((category) => ({
      category: { ...category, region },
      books: bestsellers.filter((book) => book.categories.includes(category.name)).length,
    }))
    .toSorted((one, other) => other.books - one.books)
    .slice(0, most)
    .map(({ category }) => category)
}

/** Those that are out, the newest first. @param today ISO date. */
export const released = <B extends Pick<BookFacts, 'releaseDate'>>(books: readonly B[], today: string): B[] =>
  books
    .filter(({ releaseDate }) => releaseDate !== null && releaseDate <= today)
    .toSorted((one, other) => byDate(other, one))

/** Those that are announced for a day, the next one first. */
export const upcoming = <B extends Pick<BookFacts, 'releaseDate'>>(books: readonly B[], today: string): B[] =>
  books.filter(({ releaseDate }) => releaseDate !== null && releaseDate > today).toSorted(byDate)

/** ISO dates are in the order of their letters. */
function byDate(one: Pick<BookFacts, 'releaseDate'>, other: Pick<BookFacts, 'releaseDate'>): number {
  const [a, b] = [one.releaseDate ?? '', other.releaseDate ?? '']
  return a < b ? -1 : a > b ? 1 : 0
}
