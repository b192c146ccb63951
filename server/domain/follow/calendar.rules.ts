import type { BookFacts } from '#server/domain/books/books.types'
import type { DatedBook } from './calendar.repository'

/** A book in the calendar. */
interface CalendarEntry {
  book: BookFacts
  /** The names of the followed series and people that the book belongs to. */
  followed: string[]
}

/** The first day of the month of the given time, as an ISO date. */
export const monthOf = (now: Date): string => `${now.toISOString().slice(0, 7)}-01`

/**
 * Every book once, sorted by date, with everything followed that it belongs to.
 * @param dated of several entries for a book, the first provides its facts.
 */
export function calendarOf(dated: readonly DatedBook[], most: number): CalendarEntry[] {
  const entries = new Map<string, CalendarEntry>()
  for (const { book, followed } of dated) {
    const entry = entries.get(book.asin) ?? { book, followed: [] }
    entries.set(book.asin, entry)
    if (followed !== null && !entry.followed.includes(followed)) entry.followed.push(followed)
  }
  const dayOf = ({ book }: CalendarEntry) => book.releaseDate ?? ''
  return [...entries.values()]
    .toSorted((one, other) => (dayOf(one) < dayOf(other) ? -1 : dayOf(one) > dayOf(other) ? 1 : 0))
    .slice(0, most)
}
