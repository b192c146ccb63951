import type { RequestedBookDto } from '#contract/books'
import type { Region } from '#contract/common'
import type { EditionsDto } from '#contract/editions'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import { bind } from '#server/domain/bind'
import type { BookFacts } from '#server/domain/books/books.types'
import { isHandMade } from '#server/domain/hand-made-id.rules'
import type { SearchRegions } from '#server/domain/catalogue/search-regions'
import { differencesOf, inOrder, isSameRecording, isSameWork, workTitle } from './editions.rules'

interface EditionsDependencies {
  catalogue: { searchRegions: SearchRegions }
  books: {
    present(user: CurrentUser, books: readonly BookFacts[]): Promise<RequestedBookDto[]>
    factsOf(asin: string, region?: Region): Promise<BookFacts>
  }
}

/** The editions of a work: other readings, abridged and dramatised ones, and those from other regions. */
export function createEditions(dependencies: EditionsDependencies) {
  return bind(dependencies, { of })
}

/** Queries by title, which editions share, and by series, which also finds editions under another title. */
function queriesFor({ title, authors: [author = ''], series: [series] }: BookFacts): string[] {
  const byTitle = `${workTitle(title)} ${author}`
  return series ? [byTitle, `${author} ${series.title}`] : [byTitle]
}

/**
 * All editions of a book, including the book itself, each with its state and its differences.
 * @param region where to look up a book that is not stored; the default region if omitted.
 * @throws AppError `not_in_region`, or those of the catalogue if no region could be searched.
 */
async function of(
  { books, catalogue }: EditionsDependencies,
  user: CurrentUser,
  asin: string,
  region?: Region,
): Promise<EditionsDto> {
  if (isHandMade(asin)) return { editions: [], missing_regions: [] }
  const current = await books.factsOf(asin, region)
  const answers =
    current.authors.length === 0
      ? []
      : await catalogue.searchRegions({ queries: queriesFor(current), ...current })
  const failed = answers.filter(({ error }) => error !== null)
  const [first] = failed
  if (first?.error && failed.length === answers.length) throw first.error
  const found = answers.flatMap((one) => one.books.filter((book) => isSameWork(current, book)))
  // The first entry of each ASIN wins: as stored, then from its own region.
  const editions = [...new Map([...found.toReversed(), current].map((book) => [book.asin, book])).values()]
  const ordered = inOrder(editions, current)
  const shown = await books.present(user, ordered)
  return {
    editions: ordered.flatMap((book, at) => {
      const item = shown[at]
      if (item === undefined) return []
      const isCurrent = book.asin === asin
      return {
        ...item,
        current: isCurrent,
        differs: differencesOf(book, current),
        same_recording: !isCurrent && isSameRecording(book, current),
      }
    }),
    missing_regions: failed.map((one) => one.region),
  }
}
