import type { InboxCode } from '#contract/inbox'
import type { Row } from '#server/db/tables'
import { isUpcoming } from '#server/domain/books/upcoming.rules'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR
/** More new books than this in one check are not news: the catalogue changed how it lists them. */
const MAX_NEWS = 20
/** How many days late a catalogue may list a published book. */
const LATE_DAYS = 30

/** Milliseconds until a request for a follower is made again that could not be made. */
export const REQUEST_AGAIN = HOUR

/** How many days a published book counts as new. */
const NEW_DAYS = 60

/** The facts about a book that decide whether it is news. */
interface CheckedBook {
  asin: string
  /** ISO date. */
  releaseDate: string | null
  runtimeMin: number | null
}

/** A book as seen at the last check, with whether it was still upcoming. */
export type KnownBook = Pick<Row<'followedBooks'>, 'asin' | 'announced' | 'releaseDate'>

/** What to remember about a book from now on. */
export interface SeenBook<Book> extends Omit<KnownBook, 'asin'> {
  book: Book
}

/** The findings of a check. */
interface Findings<Book> {
  /** What to notify followers about, newest first. */
  news: News<Book>[]
  /** New or changed books. */
  changed: SeenBook<Book>[]
  /** ASINs of books that are no longer announced. */
  gone: string[]
}

interface Check<Book extends CheckedBook> {
  books: readonly Book[]
  /** Whether these are all books, rather than only the newest. */
  isWhole: boolean
  /** The books at the last check. */
  known: readonly KnownBook[]
  /** The time of the last check; null for the first one, in which nothing is news. */
  lookedAt: Date | null
  now: Date
}

export interface News<Book> {
  book: Book
  code: InboxCode
}

const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/**
 * Compares the books of a followed series or person with those at the last check. A book is news when it
 * first appears, and again when it is released. If only the newest books are read, an old book that appears
 * has just moved up.
 */
export function findNews<Book extends CheckedBook>({
  books,
  isWhole,
  known,
  lookedAt,
  now,
}: Check<Book>): Findings<Book> {
  const today = dateOf(now.getTime())
  const newest = dateOf(now.getTime() - NEW_DAYS * DAY)
  const before = new Map(known.map((each) => [each.asin, each]))
  const found = new Map(books.map((each) => [each.asin, each]))
  const changed: SeenBook<Book>[] = []
  const news: News<Book>[] = []
  for (const book of found.values()) {
    const announced = isUpcoming(book, today)
    const releaseDate = (book.releaseDate ?? '') >= newest ? book.releaseDate : null
    const was = before.get(book.asin)
    if (was?.announced === announced && was.releaseDate === releaseDate) continue
    changed.push({ book, announced, releaseDate })
    if (lookedAt === null || was?.announced === false || was?.announced === announced) continue
    const oldest = dateOf(lookedAt.getTime() - LATE_DAYS * DAY)
    const movedUp = was === undefined && !isWhole && (book.releaseDate ?? '') < oldest && !announced
    if (!movedUp) news.push({ book, code: announced ? 'book_announced' : 'book_released' })
  }
  const newestFirst = news.toSorted((one, other) =>
    (other.book.releaseDate ?? '').localeCompare(one.book.releaseDate ?? ''),
  )
  const gone = known.filter(({ asin, announced }) => isWhole && announced && !found.has(asin))
  return { news: newestFirst.slice(0, MAX_NEWS), changed, gone: gone.map(({ asin }) => asin) }
}

/** The longest time until the next check of a series or person, in milliseconds. */
export const LONGEST_CHECK_PAUSE = DAY

/**
 * When to check again: after a day, or sooner after a failure, with growing pauses.
 * @param failures number of failures in a row.
 */
export const nextCheck = (now: Date, failures: number): Date =>
  new Date(
    now.getTime() +
      (failures === 0 ? LONGEST_CHECK_PAUSE : Math.min(HOUR * 2 ** (failures - 1), LONGEST_CHECK_PAUSE)),
  )
