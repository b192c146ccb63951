import type { InboxCode } from '#contract/inbox'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR
/** More at once are no news: the catalogue has changed how it counts. */
const MOST_NEWS = 20
/** Days by which a catalogue may be late with a book that is out. */
const LATE_DAYS = 30

/** Days for which a book that came out is still new. */
const NEW_DAYS = 60

/** A book as far as it tells whether it is news. */
interface LookedAtBook {
  asin: string
  /** ISO date. */
  releaseDate: string | null
  runtimeMin: number | null
}

/** Of a book at the last look, whether it was not out yet. */
export interface KnownBook {
  asin: string
  announced: boolean
  /** ISO date of one that comes out, or did so lately; null of the others. */
  releaseDate: string | null
}

/** What is to be known of a book from now on. */
export interface SeenBook<Book> extends Omit<KnownBook, 'asin'> {
  book: Book
}

/** What a look found out. */
interface Findings<Book> {
  /** What followers are told, newest first. */
  news: News<Book>[]
  /** What is new, or not as it was. */
  changed: SeenBook<Book>[]
  /** ASINs of those that were announced, and are not any more. */
  gone: string[]
}

export interface Look<Book extends LookedAtBook> {
  books: readonly Book[]
  /** Whether these are all; else the newest ones. */
  isWhole: boolean
  /** What was there at the last look. */
  known: readonly KnownBook[]
  /** When that was; null: this is the first one, and nothing is news. */
  lookedAt: Date | null
  now: Date
}

export interface News<Book> {
  book: Book
  code: InboxCode
}

/** What has neither a date nor a length is announced and no more. */
const isAnnounced = ({ releaseDate, runtimeMin }: LookedAtBook, today: string): boolean =>
  releaseDate === null ? runtimeMin === null : releaseDate > today

const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/**
 * Compares the books of something that is followed with those of the last look. A book is news when it is first there,
 * and when it comes out. Where only the newest are read, one that is old has moved up.
 */
export function compareLooks<Book extends LookedAtBook>({
  books,
  isWhole,
  known,
  lookedAt,
  now,
}: Look<Book>): Findings<Book> {
  const today = dateOf(now.getTime())
  const newest = dateOf(now.getTime() - NEW_DAYS * DAY)
  const before = new Map(known.map((each) => [each.asin, each]))
  const found = new Map(books.map((each) => [each.asin, each]))
  const changed: SeenBook<Book>[] = []
  const news: News<Book>[] = []
  for (const book of found.values()) {
    const announced = isAnnounced(book, today)
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
  return { news: newestFirst.slice(0, MOST_NEWS), changed, gone: gone.map(({ asin }) => asin) }
}

/**
 * When something is looked at again: a day after it was, and after a failure sooner, but later each time.
 * @param failures in a row.
 */
export const nextLook = (now: Date, failures: number): Date =>
  new Date(now.getTime() + (failures === 0 ? DAY : Math.min(HOUR * 2 ** (failures - 1), DAY)))
