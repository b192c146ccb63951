import { and, asc, inArray, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database'
import { isOneOf, rowsFrom } from '#server/db/sql-values'
import { UNLINKED } from '#server/db/tables/requests'
import { bind } from '#server/domain/bind'
import { linksOf, type LinkedBook } from './book-links.rules'

/** Books linked per transaction, which takes about ten milliseconds of database time. */
const STEP = 100

const contextOf = ({ database }: { database: Database }) => ({ database })
type Context = ReturnType<typeof contextOf>

/** Links stored books with their series and people. */
export function createBookLinks(dependencies: { database: Database }) {
  return bind(contextOf(dependencies), { replace, linkSome })
}

/** Replaces the links of some stored books. */
async function replace(
  { database }: Context,
  within: Transaction,
  books: readonly LinkedBook[],
): Promise<void> {
  const { series, bookSeries, people, bookPeople } = database.tables
  const asins = books.map(({ asin }) => asin)
  const rows = linksOf(books)
  const text = (name: string) => sql.raw(`value->>'${name}'`)
  const place = sql.raw(`cast(value->>'place' as integer)`)
  await within.delete(bookSeries).where(isOneOf(database, bookSeries.asin, asins))
  await within.delete(bookPeople).where(isOneOf(database, bookPeople.asin, asins))
  if (rows.series.length > 0) {
    await within
      .insert(series)
      .select(rowsFrom(database, rows.series, [text('id'), text('region'), text('asin'), text('title')]))
      .onConflictDoNothing()
    await within
      .insert(bookSeries)
      .select(rowsFrom(database, rows.bookSeries, [text('book'), text('id'), text('position'), place]))
  }
  if (rows.people.length === 0) return
  await within
    .insert(people)
    .select(rowsFrom(database, rows.people, [text('id'), text('name')]))
    .onConflictDoNothing()
  await within
    .insert(bookPeople)
    .select(rowsFrom(database, rows.bookPeople, [text('book'), text('id'), text('role'), place]))
}

/**
 * Links some of the books that an earlier version stored.
 * @returns whether there may be more.
 */
async function linkSome(context: Context): Promise<boolean> {
  const { database } = context
  const { audiobooks } = database.tables
  return database.write(async (within) => {
    const some = within
      .select({ asin: audiobooks.asin })
      .from(audiobooks)
      .where(UNLINKED)
      .orderBy(asc(audiobooks.asin))
      .limit(STEP)
    // Locked before reading, because anyone who stores one of them meanwhile has newer facts.
    const books = await within
      .update(audiobooks)
      .set({ linked: true })
      .where(and(UNLINKED, inArray(audiobooks.asin, some)))
      .returning({
        asin: audiobooks.asin,
        region: audiobooks.region,
        series: audiobooks.series,
        authors: audiobooks.authors,
        narrators: audiobooks.narrators,
      })
    if (books.length > 0) await replace(context, within, books)
    return books.length === STEP
  })
}
