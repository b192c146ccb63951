import type { ListSource } from '#contract/lists'
import { keptText } from './kept-text.rules'
import type { ReadEntry } from './lists.types'

type Column = 'title' | 'author' | 'identifier' | 'otherIdentifier' | 'shelf'

/**
 * Names of columns in lower case, those that say most first. Goodreads: Title, Author, ISBN, ISBN13, Exclusive Shelf;
 * StoryGraph: Title, Authors (formerly Author), ISBN/UID (formerly ISBN), Read Status.
 */
const NAMES: Record<Column, readonly string[]> = {
  title: ['title', 'book title', 'book', 'name', 'titel', 'titre', 'título', 'titulo', 'titolo'],
  author: ['author', 'authors', 'author name', 'author(s)', 'autor', 'auteur', 'autore', 'writer'],
  identifier: ['asin', 'isbn13', 'isbn-13', 'isbn 13', 'isbn_13', 'isbn/uid', 'isbn'],
  otherIdentifier: ['isbn', 'isbn10', 'isbn-10', 'isbn 10', 'isbn_10'],
  shelf: ['exclusive shelf', 'read status', 'status', 'shelf', 'bookshelf'],
}
/** What shelves of books are called that somebody wants to read, without signs. */
const TO_READ = /^(?:to ?read|want to read|tbr|wish ?list|to be read|planned|unread)$/
const MOST_CHARACTERS = 300
const MOST_OF_HEADER = 10_000
const DELIMITERS = [',', ';', '\t'] as const

/** Which column is which, by its place. */
export interface Table {
  source: Exclude<ListSource, 'titles'>
  columns: Record<Column, number>
}

/** What separates the cells of a table; null where the first line does not name a title and something else. */
export function delimiterOf(text: string): string | null {
  const start = text.slice(0, MOST_OF_HEADER).replace(/^\uFEFF/, '')
  const [first = ''] = start.trimStart().split(/[\r\n]/, 1)
  const found = DELIMITERS.find((delimiter) => {
    const cells = first.split(delimiter).map(plainName)
    return cells.length > 1 && cells.some((cell) => NAMES.title.includes(cell))
  })
  return found ?? null
}

/** In one pass: a sign that is looked for at the end alone would be looked for from each blank of a long cell. */
const plainName = (cell: string) =>
  cell
    .replace(/[\s"]+/g, ' ')
    .trim()
    .toLowerCase()

/** Reads the first row of a table; null where no column is that of the titles. */
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

/** What a row of a table says. */
export interface ReadRow {
  entry: ReadEntry
  /** Whether somebody has read it or begun to; not where no column tells. */
  read: boolean
}

/** @returns null for a row without a title. */
export function readRow({ columns }: Table, cells: readonly string[]): ReadRow | null {
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
    entry: { title, author: firstAuthor(cell('author')), identifier: identifier ?? null },
    read: shelf !== '' && !TO_READ.test(shelf),
  }
}

/** Excel takes a number in quotes behind a sign for text, so Goodreads writes `="9780441013593"`. */
function valueOf(cell: string): string {
  const text = /^="([^"]*)"?$/.exec(cell.trim())?.[1] ?? cell
  return keptText(text, MOST_CHARACTERS)
}

/** The first of several is enough to tell books apart; "Herbert, Frank" is one. */
function firstAuthor(cell: string): string | null {
  const [first = '', second] = cell.split(/\s*[,;&]\s*/)
  const isTurned = second !== undefined && !first.includes(' ')
  return (isTurned ? `${second} ${first}` : first) || null
}

function identifierIn(cell: string): string | null {
  const plain = cell.replace(/[\s-]/g, '').toUpperCase()
  return /^(?:97[89]\d{10}|\d{9}[\dX]|B0[A-Z0-9]{8})$/.test(plain) ? plain : null
}
