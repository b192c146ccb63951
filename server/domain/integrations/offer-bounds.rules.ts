import { boundedText } from '#server/upstream/bounded-text.rules'

/*
 * How much an indexer may say. Each limit is beyond everything real, so that nothing real is lost, and low enough
 * that whatever is made of it (ranking, rows of the database, a page) stays short.
 */

/** Rows of one answer that are read. Indexers page by 100; some answer a few thousand. */
export const MAX_ROWS = 5000
/** Bytes of one row, of which real ones have about 1,000. */
export const MAX_ROW_BYTES = 65_536
/** A guid is posted back as it is and stands in indexes of the database: it is never cut. In bytes of UTF-8. */
export const MAX_GUID_BYTES = 2000
/** Ids are 32 bits wide in both databases. */
export const MAX_ID = 2_147_483_647

const MAX_TITLE = 1000
const MAX_ADDRESS = 2000
const MAX_NAME = 200
const MAX_WORD = 50
const MAX_WORDS = 20
/** People or series of one release. */
const MAX_NAMES = 50

/** A title as it is kept. */
export const titleOf = (text: string): string => boundedText(text, MAX_TITLE)
/** The name of a person, a series or an indexer. */
export const nameOf = (text: string): string => boundedText(text, MAX_NAME)
/** A name, flag or file type of one word. */
export const wordOf = (text: string): string => boundedText(text, MAX_WORD)
/** Of a list of names no more than a release has. */
export const someNames = <T>(names: readonly T[]): T[] => names.slice(0, MAX_NAMES)
/** The same for words. */
export const someWords = <T>(words: readonly T[]): T[] => words.slice(0, MAX_WORDS)

/** Half an address leads nowhere: one that is too long is none. */
export const addressOf = (text: string | null): string | null =>
  text === null || text.length > MAX_ADDRESS ? null : text
