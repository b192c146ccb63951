import { count, sql, type SQL } from 'drizzle-orm'
import type { Database } from '#server/db/database'
import { LISTED } from '#server/db/tables/requests'

/** Finds listed books by their words. Neither index is written here: both follow the rows of the books by themselves. */
interface WordIndex {
  /**
   * Whether a book has, for each of the words, one that begins with it; of no words, none has them.
   * @param words folded by `searchWords`: letters, numbers and signs alone, none of which a query has a meaning for
   *   inside quotes.
   */
  haveWords: (words: readonly string[]) => SQL
  /** How many of all listed books have such words: to read them for that would cost three times as much. */
  countWith: (words: readonly string[]) => Promise<number>
}

/** @returns the index of the database at hand; what they find is the same. */
export function createWordIndex({ database }: { database: Database }): WordIndex {
  const { isAmong, from, has } = database.dialect === 'postgres' ? inVectors(database) : inFullText(database)
  return {
    haveWords: (words) => (words.length === 0 ? sql`1 = 0` : isAmong(words)),
    async countWith(words) {
      if (words.length === 0) return 0
      const [row] = await database.read.select({ total: count() }).from(from).where(has(words))
      return row?.total ?? 0
    },
  }
}

/** What finds books by their words in one of the databases. */
interface Finder {
  /** Whether a book of a list is among those that are found. */
  isAmong: (words: readonly string[]) => SQL
  /** What has a row for each listed book, and whether it is one that is found. */
  from: SQL
  has: (words: readonly string[]) => SQL
}

/**
 * FTS5, which the triggers of the table keep. The plus keeps SQLite from reading the rows of all that match: it goes
 * along the index of the order, which has the number too, and asks of each book whether it is among them.
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

/** A GIN index over vectors of the words. A query of its own, as it would else be asked of one book after the other. */
function inVectors({ tables: { audiobooks } }: Database): Finder {
  const has = (words: readonly string[]) =>
    sql`${LISTED} and words_of(search_text) @@ ${words.map((word) => `'${word}':*`).join(' & ')}::tsquery`
  return {
    from: sql`audiobooks`,
    has,
    isAmong: (words) => sql`${audiobooks.asin} in (select asin from audiobooks where ${has(words)} offset 0)`,
  }
}
