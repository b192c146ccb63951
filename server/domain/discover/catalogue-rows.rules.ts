import type { CategoryDto } from '#contract/discover'
import type { Region } from '#contract/common'
import type { BookFacts } from '#server/domain/books/books.types'
import type { CatalogueBook, Category } from '#server/domain/catalogue/catalogue.types'

/**
 * The categories with the most bestsellers; the catalogue itself sorts categories only by name.
 * @returns at most the given number, the largest first.
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

/** Released books, newest first. @param today ISO date. */
export const released = <B extends Pick<BookFacts, 'releaseDate'>>(books: readonly B[], today: string): B[] =>
  books
    .filter(({ releaseDate }) => releaseDate !== null && releaseDate <= today)
    .toSorted((one, other) => byDate(other, one))

/** Books with a release date in the future, the next one first. */
export const upcoming = <B extends Pick<BookFacts, 'releaseDate'>>(books: readonly B[], today: string): B[] =>
  books.filter(({ releaseDate }) => releaseDate !== null && releaseDate > today).toSorted(byDate)

/** ISO dates sort alphabetically. */
function byDate(one: Pick<BookFacts, 'releaseDate'>, other: Pick<BookFacts, 'releaseDate'>): number {
  const [a, b] = [one.releaseDate ?? '', other.releaseDate ?? '']
  return a < b ? -1 : a > b ? 1 : 0
}
