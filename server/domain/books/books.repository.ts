import { and, asc, desc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import { BOOK_STATUSES } from '#contract/books'
import type { Region } from '#contract/common'
import type { Database, Transaction } from '#server/db/database'
import { LISTED } from '#server/db/tables/requests'
import { bind } from '#server/domain/bind'
import type { CatalogueBook } from '#server/domain/catalogue/catalogue.types'
import type { BookFacts, HandMadeFacts, StoredBook, StoredCover } from './books.types'
import { personId, seriesId } from './book-links.rules'
import { createBookLinks } from './book-links.repository'
import { searchColumns } from '#server/domain/search-text.rules'
import type { Visibility } from './visibility.rules'
import { createWordIndex } from './word-index.repository'

export type BooksRepository = ReturnType<typeof createBooksRepository>

const contextOf = ({ database }: { database: Database }) => {
  const { audiobooks } = database.tables
  /** The columns shown in responses. */
  const facts = {
    asin: audiobooks.asin,
    region: audiobooks.region,
    title: audiobooks.title,
    subtitle: audiobooks.subtitle,
    authors: audiobooks.authors,
    narrators: audiobooks.narrators,
    series: audiobooks.series,
    language: audiobooks.language,
    edition: audiobooks.edition,
    releaseDate: audiobooks.releaseDate,
    runtimeMin: audiobooks.runtimeMin,
    handMadeBy: audiobooks.handMadeBy,
    info: audiobooks.info,
    coverUrl: audiobooks.coverUrl,
  }
  const everything = {
    ...facts,
    summary: audiobooks.summary,
    updatedAt: audiobooks.updatedAt,
  }
  return { database, audiobooks, facts, everything, links: createBookLinks({ database }) }
}
type Context = ReturnType<typeof contextOf>

/** Stores the books that people have requested. */
export function createBooksRepository(dependencies: { database: Database }) {
  const context = contextOf(dependencies)
  return {
    facts: context.facts,
    /** The condition for books that an arrival ends. */
    isAwaited: inArray(context.audiobooks.status, AWAITED),
    linkSome: context.links.linkSome,
    ...createWordIndex(dependencies),
    ...bind(context, {
      find,
      findCover,
      findReleaseDate,
      lock,
      store,
      ofSeries,
      byPerson,
      isListedFor,
      insertHandMade,
      updateHandMade,
    }),
  }
}

/** Requested, or with a release that may arrive though no one waits. */
const AWAITED = BOOK_STATUSES.filter((status) => status !== 'available' && status !== 'declined')

const writtenColumns = (asin: string, written: HandMadeFacts) => ({
  ...written,
  ...searchColumns({ ...written, asin, series: [] }),
})

/** Everything stored about a book; null if it is not stored. */
async function find(
  { database, everything, audiobooks }: Context,
  asin: string,
  within: Pick<Transaction, 'select'> = database.read,
): Promise<(StoredBook & { updatedAt: Date }) | null> {
  const [row] = await within.select(everything).from(audiobooks).where(eq(audiobooks.asin, asin))
  return row ?? null
}

/** What a stored book's cover is made from; null if the book is not stored. */
async function findCover({ database, audiobooks }: Context, asin: string): Promise<StoredCover | null> {
  const [row] = await database.read
    .select({ title: audiobooks.title, coverUrl: audiobooks.coverUrl })
    .from(audiobooks)
    .where(eq(audiobooks.asin, asin))
  return row ?? null
}

/** ISO date; null if the book is not stored or the date is unknown. */
async function findReleaseDate(
  { database, audiobooks }: Context,
  asin: string,
  within: Pick<Transaction, 'select'> = database.read,
): Promise<string | null> {
  const [row] = await within
    .select({ releaseDate: audiobooks.releaseDate })
    .from(audiobooks)
    .where(eq(audiobooks.asin, asin))
  return row?.releaseDate ?? null
}

/**
 * Locks a stored book against requests, withdrawals and decisions until the transaction ends.
 * @returns its title; undefined if the book is not stored.
 */
async function lock({ audiobooks }: Context, within: Transaction, asin: string): Promise<string | undefined> {
  const [book] = await within
    .update(audiobooks)
    .set({ updatedAt: sql`${audiobooks.updatedAt}` })
    .where(eq(audiobooks.asin, asin))
    .returning({ title: audiobooks.title })
  return book?.title
}

/**
 * Stores the latest facts. The row stays locked until the transaction ends, so that decisions on its requests stay
 * valid.
 */
async function store(context: Context, within: Transaction, book: CatalogueBook, now: Date): Promise<void> {
  const { audiobooks, links } = context
  const { asin, region, title, subtitle, authors, narrators, series, language, edition } = book
  const { releaseDate, runtimeMin, summary, coverUrl } = book
  const described = { region, title, subtitle, authors, narrators, series, language, edition }
  const values = {
    ...described,
    releaseDate,
    runtimeMin,
    summary,
    coverUrl,
    ...searchColumns(book),
    linked: true,
    updatedAt: now,
  }
  await within
    .insert(audiobooks)
    .values({ asin, createdAt: now, ...values })
    .onConflictDoUpdate({ target: audiobooks.asin, set: values })
  await links.replace(within, [book])
}

/** The stored books of a series, in series order; unnumbered ones last. */
async function ofSeries(
  { database, audiobooks, facts }: Context,
  series: { region: Region; asin: string },
): Promise<BookFacts[]> {
  const { bookSeries } = database.tables
  return database.read
    .select(facts)
    .from(bookSeries)
    .innerJoin(audiobooks, eq(audiobooks.asin, bookSeries.asin))
    .where(eq(bookSeries.seriesId, seriesId(series.region, { asin: series.asin, title: '' })))
    .orderBy(sql`${bookSeries.place} is null`, asc(bookSeries.place), asc(bookSeries.asin))
}

/** The stored catalogue books by an author or narrator, newest first. */
async function byPerson(
  { database, audiobooks, facts }: Context,
  { name, role, limit }: { name: string; role: 'author' | 'narrator'; limit: number },
): Promise<BookFacts[]> {
  const { bookPeople } = database.tables
  return database.read
    .select(facts)
    .from(bookPeople)
    .innerJoin(audiobooks, eq(audiobooks.asin, bookPeople.asin))
    .where(
      and(eq(bookPeople.personId, personId(name)), eq(bookPeople.role, role), isNull(audiobooks.handMadeBy)),
    )
    .orderBy(sql`${audiobooks.releaseDate} is null`, desc(audiobooks.releaseDate), asc(audiobooks.asin))
    .limit(limit)
}

/**
 * The condition for books that were requested and not declined. Only administrators see those entered by hand here;
 * their requesters see them among their own.
 */
function isListedFor({ audiobooks }: Context, { everyone }: Visibility): SQL | undefined {
  // An expression matches no index. This keeps the planner from using a status index and then sorting.
  const notDeclined = sql`${audiobooks.status} || '' <> 'declined'`
  return and(LISTED, notDeclined, everyone ? undefined : isNull(audiobooks.handMadeBy))
}

/** Stores a book entered by hand. */
async function insertHandMade(
  { audiobooks, links }: Context,
  within: Transaction,
  book: { asin: string; region: Region; writer: string; facts: HandMadeFacts; now: Date },
): Promise<void> {
  const { asin, region, writer, now } = book
  await within.insert(audiobooks).values({
    asin,
    region,
    series: [],
    handMadeBy: writer,
    linked: true,
    createdAt: now,
    updatedAt: now,
    ...writtenColumns(asin, book.facts),
  })
  await links.replace(within, [{ asin, region, series: [], ...book.facts }])
}

/** @param correctedAt now if the change affects which releases fit, else null. */
async function updateHandMade(
  { audiobooks, links }: Context,
  within: Transaction,
  asin: string,
  written: HandMadeFacts,
  correctedAt: Date | null,
): Promise<void> {
  const [row] = await within
    .update(audiobooks)
    .set({ ...writtenColumns(asin, written), linked: true, ...(correctedAt && { updatedAt: correctedAt }) })
    .where(eq(audiobooks.asin, asin))
    .returning({ region: audiobooks.region })
  if (row) await links.replace(within, [{ asin, ...row, series: [], ...written }])
}
