import type { ReadEntry } from './lists.types'

/** Longer ones are no titles. */
const MOST_CHARACTERS = 300

/** Numbering, bullets and boxes to tick, in front of a title. */
const MARK = /^(?:\d{1,4}[.)]|[-*+•◦‣▪–—]|\[[ xX✓]?\]|#\d{1,4})\s+/
const QUOTES = '"“”„«»‘’*_'
/** An ASIN, an ISBN or a link takes the place of a title. */
const POINTER =
  /^(?:https?:\/\/\S+|(?:asin|isbn(?:-1[03])?)\s*:?\s*[\dX-]+|B0[A-Z0-9]{8}|97[89][\d -]{10,14})$/i
/** What stands between a title and its author. */
const DASH = /\t+|\s+[-–—|]\s+|\s*[;]\s+/
/** "by" before what may be a name: two words or more, and initials, that begin with capitals. */
const BY = /^(.+?)[,:]?\s+(?:by|von|par|di|por)\s+(\p{Lu}[\p{L}\p{M}.'’-]*(?:\s+[\p{L}\p{M}.'’-]+){1,4})$/u

/**
 * Reads a line as people write lists: "3. Dune - Frank Herbert", "• Dune by Frank Herbert", an ASIN, a link.
 * @returns null for a line that names no book.
 */
export function readTitleLine(line: string): ReadEntry | null {
  if (line.length > MOST_CHARACTERS || !/[\p{L}\p{N}]/u.test(line)) return null
  const plain = bare(withoutMarks(line.replace(/^\uFEFF/, '').trim()))
  if (POINTER.test(plain)) return { title: plain, author: null, identifier: plain }
  const [title = '', ...rest] = plain.split(DASH)
  // With more than one dash nobody knows which of them it is.
  const [author] = rest
  if (title !== '' && author !== undefined && rest.length === 1 && author !== '') {
    return { title: bare(title), author, identifier: null }
  }
  const [, titled, name] = BY.exec(plain) ?? []
  if (titled !== undefined && name !== undefined)
    return { title: bare(titled), author: name, identifier: null }
  return { title: plain.replaceAll('\t', ' '), author: null, identifier: null }
}

function withoutMarks(line: string): string {
  const rest = line.replace(MARK, '')
  return rest === line || rest === '' ? line : withoutMarks(rest.trim())
}

/** Without the signs that a text is quoted or set off by, where they are at both of its ends. */
function bare(text: string): string {
  const plain = text.trim()
  const isQuoted = plain.length > 2 && QUOTES.includes(plain.charAt(0)) && QUOTES.includes(plain.slice(-1))
  return isQuoted ? bare(plain.slice(1, -1)) : plain
}

/**
 * How else an entry may be read that came from a line: its author may be the title, and what stands between the two
 * may belong to a title.
 */
export function otherReadings({ title, author }: Pick<ReadEntry, 'title' | 'author'>) {
  if (author === null) return []
  return [
    { title: author, author: title },
    { title: `${title} by ${author}`, author: null },
    { title: `${title} - ${author}`, author: null },
  ]
}
