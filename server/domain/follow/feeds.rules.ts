import type { CalendarBookDto } from '#contract/calendar'

/** A book in a feed. */
export interface FeedBook {
  /** Stays the same as long as the book does. */
  id: string
  /** ISO date. */
  day: string
  title: string
  /** The authors, and what it is followed for. */
  by: string
  /** Address of its page. */
  url: string
}

/** @param site public address of this server, with a trailing slash. */
export function feedBooks(books: readonly CalendarBookDto[], site: string): FeedBook[] {
  return books.flatMap(({ book, followed }) => {
    const { asin, region, title, authors, release_date: day } = book
    if (day === null) return []
    const by = [authors.join(', '), followed.join(', ')].filter((part) => part !== '').join('\n')
    return [{ id: asin, day, title, by, url: `${site}book/${asin}?region=${region}` }]
  })
}
