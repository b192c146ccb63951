import { eq } from 'drizzle-orm'
import type { Database } from '#server/db/database'
import { isOneOfNamed, textsValue } from '#server/db/many'
import { once } from '#server/db/once'
import type { BooksFeature } from '#server/domain/books/feature'

/**
 * Reads the facts and states of listed books, without their requests.
 * @returns a function that reads books by ASIN.
 */
export function createListedBooks(dependencies: {
  database: Database
  books: Pick<BooksFeature, 'repository' | 'states'>
}) {
  const { database, books } = dependencies
  const { audiobooks, fulfilments } = database.tables
  const { stateColumns, countColumns, shownDownload } = books.states
  const byAsins = once(() =>
    database.read
      .select({
        facts: books.repository.facts,
        state: stateColumns,
        download: shownDownload.columns,
        counts: countColumns,
      })
      .from(audiobooks)
      .leftJoin(fulfilments, eq(fulfilments.asin, audiobooks.asin))
      .leftJoin(shownDownload.table, shownDownload.isShown)
      .where(isOneOfNamed(database, audiobooks.asin, 'asins'))
      .prepare(),
  )
  return async (asins: readonly string[]) => {
    const rows = await byAsins().execute({ asins: textsValue(database, asins) })
    return new Map(rows.map((row) => [row.facts.asin, row]))
  }
}
