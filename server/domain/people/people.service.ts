import type { RequestedBookDto } from '#contract/books'
import type { Region } from '#contract/common'
import { isRequested } from '#contract/is-requested'
import type { PersonBooksQuery } from '#contract/people'
import { AppError } from '#server/errors/app-error'
import { bind } from '#server/domain/bind'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import type { BookFacts } from '#server/domain/books/books.types'
import type { CatalogueSeriesReads } from '#server/domain/catalogue/catalogue-series'
import type { PersonQuestion } from '#server/domain/catalogue/series.types'

interface Context {
  catalogue: Pick<CatalogueSeriesReads, 'byPerson'>
  books: {
    present(user: CurrentUser, books: readonly BookFacts[]): Promise<RequestedBookDto[]>
    repository: {
      byPerson(person: Pick<PersonQuestion, 'name' | 'role' | 'limit'>): Promise<BookFacts[]>
    }
  }
  config: { defaultRegion: Region }
}

interface FoundBooks<Book> {
  books: Book[]
  /** Whether there may be more on the next page. */
  more: boolean
  /** The error code that made the result stale, or null if it is current. */
  stale: string | null
}

/** Authors and narrators as shown to people. */
export function createPeople(context: Context) {
  return bind(context, { list })
}

/**
 * A page of a person's books; only stored ones if the catalogue is down.
 * @throws the AppErrors of the catalogue if none are stored.
 */
async function read({ catalogue, books }: Context, question: PersonQuestion): Promise<FoundBooks<BookFacts>> {
  try {
    const { value, stale } = await catalogue.byPerson(question)
    return { ...value, stale }
  } catch (error) {
    if (!(error instanceof AppError) || question.page > 0) throw error
    const kept = await books.repository.byPerson(question)
    if (kept.length === 0) throw error
    return { books: kept, more: false, stale: error.code }
  }
}

/**
 * A page of a person's books with their states, from the default region if none is given.
 * @throws the AppErrors of the catalogue.
 */
async function list(
  context: Context,
  user: CurrentUser,
  person: Pick<PersonQuestion, 'name' | 'role'>,
  { sort, show, page, num_results: limit, region = context.config.defaultRegion }: PersonBooksQuery,
): Promise<FoundBooks<RequestedBookDto>> {
  const found = await read(context, { ...person, region, sort, page, limit })
  const shown = await context.books.present(user, found.books)
  return { ...found, books: show === 'all' ? shown : shown.filter((item) => !isRequested(item.book)) }
}
