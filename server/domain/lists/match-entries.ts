import type { RequestedBookDto } from '#contract/books'
import type { Region } from '#contract/common'
import { yieldEvery } from '#server/async/yield'
import type { StoredFacts } from '#server/db/stored-facts'
import { AppError } from '#server/errors/app-error'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import type { BookFacts } from '#server/domain/books/books.types'
import type { CatalogueBook } from '#server/domain/catalogue/catalogue.types'
import type { ClaimedList, EntryOutcome, WorkedEntry } from './list-work.repository'
import type { ListMatcher, Match, ReadEntry } from './lists.types'
import { chooseMatch, namedBy, queriesFor, type ComparedBook } from './match.rules'
import { matchedState } from './outcome.rules'
import { otherReadings } from './title-line.rules'

/** Results per search. */
const RESULTS = 20

export interface MatchDependencies {
  catalogue: {
    /** The possible ASIN behind an identifier or a link. */
    readPasted(text: string): { asin: string | null; region: Region | null } | null
    books(asins: readonly string[], region: Region): Promise<CatalogueBook[]>
    findBooks(question: {
      query: string
      region: Region
      page: number
      limit: number
    }): Promise<{ books: CatalogueBook[]; pasted: 'book' | 'words' | 'nothing' | null }>
    /** The language in which people of a region listen, as an ISO 639-1 code. */
    languageOf(region: Region): string
  }
  matcher: () => Promise<ListMatcher>
  books: { present(user: CurrentUser, books: readonly BookFacts[]): Promise<RequestedBookDto[]> }
}

export type MatchEntries = ReturnType<typeof createMatchEntries>

/** Matches entries to books: by identifiers, in a single call, otherwise by title and author. */
export function createMatchEntries(dependencies: MatchDependencies) {
  /**
   * @returns the outcomes in order and, if the catalogue failed before the last one, why it stopped.
   * @throws the reason of `signal`.
   */
  return async function matchEntries(
    list: Pick<ClaimedList, 'region' | 'source' | 'user'>,
    entries: readonly WorkedEntry[],
    signal: AbortSignal,
  ): Promise<{ outcomes: EntryOutcome[]; failure: AppError | null }> {
    const matches: { entry: WorkedEntry; match: Match }[] = []
    const failure = await stopAtFailure(async () => {
      const identified = await findIdentified(dependencies, entries, list.region)
      for (const entry of entries) {
        signal.throwIfAborted()
        const book = identified.get(entry.number)
        const match: Match = book ? { state: 'sure', books: [book] } : await find(dependencies, entry, list)
        matches.push({ entry, match })
      }
    })
    return { outcomes: await outcomesOf(dependencies, list.user, matches), failure }
  }
}

/** @returns the catalogue failure that ended the work, or null if the work was completed. */
async function stopAtFailure(work: () => Promise<void>): Promise<AppError | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

/** The states of entries with the books found; books that are already available need no request. */
async function outcomesOf(
  { books }: MatchDependencies,
  user: CurrentUser,
  matches: readonly { entry: WorkedEntry; match: Match }[],
): Promise<EntryOutcome[]> {
  const best = matches.flatMap(({ match }) => match.books[0] ?? [])
  const shown = new Map((await books.present(user, best)).map((book) => [book.book.asin, book]))
  return matches.map(({ entry, match }) => {
    const asin = match.books[0]?.asin ?? null
    const state = matchedState(match.state, asin === null ? undefined : shown.get(asin))
    return {
      number: entry.number,
      state,
      selected: state === 'sure',
      asin,
      candidates: match.books.map(stored),
    }
  })
}

/** The books whose ASIN an entry names, by entry number. */
async function findIdentified(
  { catalogue }: MatchDependencies,
  entries: readonly WorkedEntry[],
  region: Region,
): Promise<Map<number, CatalogueBook>> {
  const named = entries.flatMap(({ number, identifier }) => {
    const pointer = identifier === null ? null : catalogue.readPasted(identifier)
    const isHere = pointer?.region === null || pointer?.region === region
    return pointer?.asin && isHere ? [{ number, asin: pointer.asin }] : []
  })
  if (named.length === 0) return new Map()
  const found = await catalogue.books([...new Set(named.map(({ asin }) => asin))], region)
  const byAsin = new Map(found.map((book) => [book.asin, book]))
  return new Map(
    named.flatMap(({ number, asin }) => {
      const book = byAsin.get(asin)
      return book ? [[number, book] as const] : []
    }),
  )
}

/** @throws the AppErrors of the catalogue. */
async function find(
  dependencies: MatchDependencies,
  entry: WorkedEntry,
  { region, source }: Pick<ClaimedList, 'region' | 'source'>,
): Promise<Match> {
  const { catalogue } = dependencies
  const question = { region, page: 0, limit: RESULTS }
  if (entry.identifier === entry.title) return findByIdentifier(dependencies, entry.title, region)
  const readings = source === 'titles' ? [entry, ...otherReadings(entry)] : [entry]
  let best: Match = { state: 'nothing', books: [] }
  for (const query of queriesFor(namedBy(entry))) {
    const { books } = await catalogue.findBooks({ ...question, query })
    const compared = await compareWith(await dependencies.matcher(), readings, books)
    const match = chooseMatch(compared, catalogue.languageOf(region))
    if (match.state === 'sure') return match
    if (best.state === 'nothing') best = match
  }
  if (best.state !== 'nothing' || entry.identifier === null) return best
  // Most identifiers belong to printed editions, which the catalogue does not know, so identifiers come last.
  return findByIdentifier(dependencies, entry.identifier, region)
}

/** The book that an identifier or a link points to. */
async function findByIdentifier(
  { catalogue }: MatchDependencies,
  query: string,
  region: Region,
): Promise<Match> {
  const { books, pasted } = await catalogue.findBooks({ query, region, page: 0, limit: RESULTS })
  return pasted === 'book' ? { state: 'sure', books } : { state: 'nothing', books: [] }
}

/** The books that may match one of the readings of an entry, each with its best likeness. */
async function compareWith(
  { prepare, likenessOf }: ListMatcher,
  readings: readonly Pick<ReadEntry, 'title' | 'author'>[],
  books: readonly CatalogueBook[],
): Promise<ComparedBook[]> {
  const yieldIfDue = yieldEvery()
  const named = readings.map((reading) => prepare(namedBy(reading)))
  const compared: ComparedBook[] = []
  for (const book of books) {
    for (const reading of named) {
      await yieldIfDue()
      const likeness = likenessOf(reading, book)
      if (likeness !== null) compared.push({ book, likeness })
    }
  }
  return compared
}

/** The facts about a book that are stored for the choice. */
function stored(book: CatalogueBook): StoredFacts {
  const { asin, region, title, subtitle, authors, narrators, series, language, edition } = book
  const { releaseDate, runtimeMin, coverUrl } = book
  return {
    ...{ asin, region, title, subtitle, authors, narrators, series },
    ...{ language, edition, releaseDate, runtimeMin, coverUrl },
  }
}
