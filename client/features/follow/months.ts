import type { CalendarBookDto } from '#contract/calendar'

interface Day {
  /** ISO date. */
  day: string
  books: CalendarBookDto[]
}

interface Month {
  /** ISO date of its first day. */
  month: string
  days: Day[]
}

/** A calendar's books by month and day. @param books by date. */
export function monthsOf(books: readonly CalendarBookDto[]): Month[] {
  const months: Month[] = []
  for (const item of books) {
    const day = item.book.release_date
    if (day === null) continue
    const month = `${day.slice(0, 7)}-01`
    if (months.at(-1)?.month !== month) months.push({ month, days: [] })
    const days = months.at(-1)?.days ?? []
    if (days.at(-1)?.day !== day) days.push({ day, books: [] })
    days.at(-1)?.books.push(item)
  }
  return months
}
