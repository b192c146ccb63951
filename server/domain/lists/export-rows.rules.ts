import type { ListSource } from '#contract/lists'
import { keptText } from './kept-text.rules'
import type { ReadEntry } from './lists.types'

type Column = 'title' | 'author' | 'identifier' | 'otherIdentifier' | 'shelf'

/**
 * Column names in lower case, in order of preference. Goodreads: Title, Author, ISBN, ISBN13, Exclusive
 * Shelf; StoryGraph: Title, Authors (formerly Author), ISBN/UID (formerly ISBN), Read Status.
 */
const NAMES: Record<Column, readonly string[]> = {
  title: ['title', 'book title', 'book', 'name', 'titel', 'titre', 'título', 'titulo', 'titolo'],
  author: ['author', 'authors', 'author name', 'author(s)', 'autor', 'auteur', 'autore', 'writer'],
  identifier: ['asin', 'isbn13', 'isbn-13', 'isbn 13', 'isbn_13', 'isbn/uid', 'isbn'],
  otherIdentifier: ['isbn', 'isbn10', 'isbn-10', 'isbn 10', 'isbn_10'],
  shelf: ['exclusive shelf', 'read status', 'status', 'shelf', 'bookshelf'],
}
/** Names of shelves for books to read, without punctuation. */
const TO_READ = /^(?:to ?read|want to read|tbr|wish ?list|to be read|planned|unread)$/
const MAX_CHARACTERS = 300
const MAX_HEADER = 10_000
/** Columns of the first line that are looked at. */
const MAX_COLUMNS = 500
const DELIMITERS = [',', ';', '\t'] as const

/** Columns by position. */
export interface Table {
  source: Exclude<ListSource, 'titles'>
  columns: Record<Column, number>
}

/**
 * The delimiter of a table, or null if the first line does not name a title column and at least one other.
 */
export function delimiterOf(text: string): string | null {
  const start = text.slice(0, MAX_HEADER).replace(/^\uFEFF/, '')
  const [first = ''] = start.trimStart().split(/[\r\n]/, 1)
  const found = DELIMITERS.find((delimiter) => {
    const cells = first.split(delimiter, MAX_COLUMNS).map(plainName)
    return cells.length > 1 && cells.some((cell) => NAMES.title.includes(cell))
  })
  return found ?? null
}

/** Replaced in one pass: matching only at the end would retry from each space of a long cell. */
const plainName = (cell: string) =>
  cell
    .replace(/[\s"]+/g, ' ')
    .trim()
    .toLowerCase()

/** Reads the header row of a table, or returns null if it has no title column. */
export function readHeader(cells: readonly string[]): Table | null {
  const names = cells.map(plainName)
  const placeOf = (column: Column, but = -1) =>
    NAMES[column]
      .map((name) => names.findIndex((each, at) => each === name && at !== but))
      .find((at) => at >= 0) ?? -1
  const identifier = placeOf('identifier')
  const columns = {
    title: placeOf('title'),
    author: placeOf('author'),
    identifier,
    otherIdentifier: placeOf('otherIdentifier', identifier),
    shelf: placeOf('shelf'),
  }
  if (columns.title < 0) return null
  const isStorygraph = names.includes('read status') || names.includes('isbn/uid')
  const source = names.includes('exclusive shelf') ? 'goodreads' : isStorygraph ? 'storygraph' : 'csv'
  return { source, columns }
}

/** The content of one row. */
interface ReadRow {
  entry: ReadEntry
  /** Whether someone has read or started it; false if no column says. */
  read: boolean
}

/** @returns null for a row without a title. */
export function readRow({ columns, source }: Table, cells: readonly string[]): ReadRow | null {
  const cell = (column: Column) => valueOf(cells[columns[column]] ?? '')
  const title = cell('title')
  if (title === '') return null
  const shelf = cell('shelf')
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()
  const identifier = [cell('identifier'), cell('otherIdentifier')]
    .map(identifierIn)
    .find((found) => found !== null)
  return {
    entry: { title, author: firstAuthor(cell('author'), source), identifier: identifier ?? null },
    read: shelf !== '' && !TO_READ.test(shelf),
  }
}

/** Excel treats a quoted number after an equals sign as text, so Goodreads writes `="9780441013593"`. */
function valueOf(cell: string): string {
  const text = /^="([^"]*)"?$/.exec(cell.slice(0, 4 * MAX_CHARACTERS).trim())?.[1] ?? cell
  return keptText(text, MAX_CHARACTERS)
}

/**
 * The first author is enough to tell books apart. "Herbert, Frank" is a single name, but not in an export of StoryGraph,
 * which lists authors and translators as in "Voltaire, Theo Cuffe".
 */
function firstAuthor(cell: string, source: Table['source']): string | null {
  const [first = '', second] = cell.split(/[,;&]/).map((name) => name.trim())
  const isTurned = source !== 'storygraph' && second !== undefined && !first.includes(' ')
  return (isTurned ? `${second} ${first}` : first) || null
}

function identifierIn(cell: string): string | null {
  const plain = cell.replace(/[\s-]/g, '').toUpperCase()
  return /^(?:97[89]\d{10}|\d{9}[\dX]|B0[A-Z0-9]{8})$/.test(plain) ? plain : null
}
