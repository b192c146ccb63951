import type { CalendarBookDto } from '#contract/calendar'

/** A book as a feed tells of it. */
export interface FeedBook {
  /** Stays the same while the book does. */
  id: string
  /** ISO date. */
  day: string
  title: string
  /** Who wrote it and what it is followed for. */
  by: string
  /** Of its page. */
  url: string
}

/** @param site where people reach this server, with a slash at its end. */
export function feedBooks(books: readonly CalendarBookDto[], site: string): FeedBook[] {
  return books.flatMap(({ book, followed }) => {
    const { asin, region, title, authors, release_date: day } = book
    if (day === null) return []
    const by = [authors.join(', '), followed.join(', ')].filter((part) => part !== '').join('\n')
    return [{ id: asin, day, title, by, url: `${site}book/${asin}?region=${region}` }]
  })
}
