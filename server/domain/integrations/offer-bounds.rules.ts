import { boundedText } from '#server/upstream/bounded-text.rules'

/*
 * Limits on what an indexer may return. Each is beyond anything real, so that nothing is lost, and low enough
 * to limit everything made from it (ranking, database rows, a page).
 */

/**
 * Rows read per response. Indexers page by 100, and few return more than a thousand. Twice as many would let four
 * searches of two malicious indexers take half a gigabyte.
 */
export const MAX_ROWS = 2500
/** Bytes per row; real rows have about 1,000. */
export const MAX_ROW_BYTES = 65_536
/**
 * In bytes of UTF-8. A guid is posted back unchanged and indexed in the database, so it is never truncated.
 */
export const MAX_GUID_BYTES = 2000
/** Ids are 32 bits wide in both databases. */
export const MAX_ID = 2_147_483_647

const MAX_TITLE = 1000
const MAX_ADDRESS = 2000
const MAX_NAME = 200
const MAX_WORD = 50
const MAX_WORDS = 20
/** People or series per release. */
const MAX_NAMES = 50

/** A title, truncated for storage. */
export const titleOf = (text: string): string => boundedText(text, MAX_TITLE)
/** The name of a person, a series or an indexer. */
export const nameOf = (text: string): string => boundedText(text, MAX_NAME)
/** A one-word name, flag or file type. */
export const wordOf = (text: string): string => boundedText(text, MAX_WORD)
/** A text without line breaks and other control characters. */
export const inOneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
/** A list of names, truncated to the limit per release. */
export const someNames = <T>(names: readonly T[]): T[] => names.slice(0, MAX_NAMES)
/** A list of words, truncated to the limit per release. */
export const someWords = <T>(words: readonly T[]): T[] => words.slice(0, MAX_WORDS)

/** An address. One that is too long is dropped, because a truncated address leads nowhere. */
export const addressOf = (text: string | null): string | null =>
  text === null || text.length > MAX_ADDRESS ? null : text
