import { sql, type SQL } from 'drizzle-orm'
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
}

/** @returns the index of the database at hand; what they find is the same. */
export function createWordIndex({ database }: { database: Database }): WordIndex {
  const ofWords = database.dialect === 'postgres' ? inVectors(database) : inFullText(database)
  return { haveWords: (words) => (words.length === 0 ? sql`1 = 0` : ofWords(words)) }
}

/**
 * FTS5, which the triggers of the table keep. The plus keeps SQLite from reading the rows of all that match: it goes
 * along the index of the order, which has the number too, and asks of each book whether it is among them.
 */
function inFullText({ tables: { audiobooks } }: Database) {
  return (words: readonly string[]) => {
    const query = words.map((word) => `"${word}"*`).join(' AND ')
    return sql`+${audiobooks.number} in (select rowid from book_words where book_words match ${query})`
  }
}

/** A GIN index over vectors of the words. A query of its own, as it would else be asked of one book after the other. */
function inVectors({ tables: { audiobooks } }: Database) {
  return (words: readonly string[]) => {
    const query = words.map((word) => `'${word}':*`).join(' & ')
    return sql`${audiobooks.asin} in (
      select asin from audiobooks where ${LISTED} and words_of(search_text) @@ ${query}::tsquery offset 0
    )`
  }
}
