import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '#server/db/database'
import { LISTED } from '#server/db/tables/requests'

/**
 * Finds listed books by words. Neither index is written here: the database updates both with the book rows.
 */
interface WordIndex {
  /**
   * Whether, for each word, a book has one that begins with it; false without words.
   * @param words folded by `searchWords`: only letters, digits and symbols, none with a meaning inside a quoted query.
   */
  haveWords: (words: readonly string[]) => SQL
  /**
   * Counts the listed books that match; counting them by reading their rows would take three times as long.
   */
  countWith: (words: readonly string[]) => Promise<number>
}

/** @returns the index of the database in use; both find the same books. */
export function createWordIndex({ database }: { database: Database }): WordIndex {
  const { isAmong, from, has } = database.dialect === 'postgres' ? inVectors(database) : inFullText(database)
  return {
    haveWords: (words) => (words.length === 0 ? sql`1 = 0` : isAmong(words)),
    async countWith(words) {
      return words.length === 0 ? 0 : database.read.$count(from, has(words))
    },
  }
}

/** One database's way of finding books by words. */
interface Finder {
  /** Whether a listed book is among the matches. */
  isAmong: (words: readonly string[]) => SQL
  /** One row per listed book, with whether it matches. */
  from: SQL
  has: (words: readonly string[]) => SQL
}

/**
 * FTS5, maintained by triggers on the table. The plus keeps SQLite from reading every matching row: it walks the index
 * of the sort order, which also has the row id, and checks each book against the matches.
 */
function inFullText({ tables: { audiobooks } }: Database): Finder {
  const has = (words: readonly string[]) =>
    sql`book_words match ${words.map((word) => `"${word}"*`).join(' AND ')}`
  return {
    from: sql`book_words`,
    has,
    isAmong: (words) => sql`+${audiobooks.number} in (select rowid from book_words where ${has(words)})`,
  }
}

/**
 * A GIN index over word vectors. Queried in a subquery, because it would otherwise be evaluated for each book
 * in turn.
 */
function inVectors({ tables: { audiobooks } }: Database): Finder {
  const has = (words: readonly string[]) =>
    sql`${LISTED} and words_of(search_text) @@ ${words.map((word) => `'${word}':*`).join(' & ')}::tsquery`
  return {
    from: sql`audiobooks`,
    has,
    isAmong: (words) => sql`${audiobooks.asin} in (select asin from audiobooks where ${has(words)} offset 0)`,
  }
}
