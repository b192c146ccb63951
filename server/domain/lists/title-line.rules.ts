import type { ReadEntry } from './lists.types'

/** A longer line is not a title. */
const MAX_CHARACTERS = 300

/** Numbers, bullets and checkboxes before a title. */
const MARK = /^(?:\d{1,4}[.)]|[-*+•◦‣▪–—]|\[[ xX✓]?\]|#\d{1,4})\s+/
const QUOTES = '"“”„«»‘’*_'
/** An ASIN, an ISBN or a link in place of a title. */
const POINTER =
  /^(?:https?:\/\/\S+|(?:asin|isbn(?:-1[03])?)\s?:?\s?[\dX-]+|B0[A-Z0-9]{8}|97[89][\d -]{10,14})$/i
/** Separators between a title and its author. */
const DASH = /\t|\s[-–—|]\s|\s?;\s/
/** "by" before what is probably a name: two or more capitalised words, including initials. */
const BY = /^(.+?)[,:]?\s(?:by|von|par|di|por)\s(\p{Lu}[\p{L}\p{M}.'’-]*(?:\s[\p{L}\p{M}.'’-]+){1,4})$/u

/**
 * Parses a line as people write lists: "3. Dune - Frank Herbert", "• Dune by Frank Herbert", an ASIN, a link.
 * @returns null for a line that names no book.
 */
export function readTitleLine(line: string): ReadEntry | null {
  if (line.length > MAX_CHARACTERS || !/[\p{L}\p{N}]/u.test(line)) return null
  const plain = bare(withoutMarks(withSingleBlanks(line.replace(/^\uFEFF/, '')).trim()))
  if (POINTER.test(plain)) return { title: plain, author: null, identifier: plain }
  const [title = '', ...rest] = plain.split(DASH)
  // With more than one dash, no dash certainly separates title and author.
  const [author] = rest
  if (title !== '' && author !== undefined && rest.length === 1 && author !== '') {
    return { title: bare(title), author, identifier: null }
  }
  const [, titled, name] = BY.exec(plain) ?? []
  if (titled !== undefined && name !== undefined)
    return { title: bare(titled), author: name, identifier: null }
  return { title: plain.replaceAll('\t', ' '), author: null, identifier: null }
}

/**
 * Keeps tabs, which are separators. Patterns that expect a blank between words would try every blank of a
 * long run.
 */
const withSingleBlanks = (line: string) =>
  line.replace(/\s+/g, (blanks) => (blanks.includes('\t') ? '\t' : ' '))

function withoutMarks(line: string): string {
  const rest = line.replace(MARK, '')
  return rest === line || rest === '' ? line : withoutMarks(rest.trim())
}

/** Strips quotation or emphasis marks that enclose a text. */
function bare(text: string): string {
  const plain = text.trim()
  const isQuoted = plain.length > 2 && QUOTES.includes(plain.charAt(0)) && QUOTES.includes(plain.slice(-1))
  return isQuoted ? bare(plain.slice(1, -1)) : plain
}

/**
 * Other readings of a line: the author and title may be swapped, and the separator may be part of the title.
 */
export function otherReadings({ title, author }: Pick<ReadEntry, 'title' | 'author'>) {
  if (author === null) return []
  return [
    { title: author, author: title },
    { title: `${title} by ${author}`, author: null },
    { title: `${title} - ${author}`, author: null },
  ]
}
