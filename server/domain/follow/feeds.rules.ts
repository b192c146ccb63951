import type { CalendarBookDto } from '#contract/calendar'

/** A book in a feed. */
export interface FeedBook {
  /** Does not change as long as the book exists. */
  id: string
  /** ISO date. */
  day: string
  title: string
  /** The authors, and the followed series or people. */
  by: string
  /** Address of the book's page. */
  url: string
}

/**
 * Converts books of the calendar for a feed.
 * @param site public address of this server, with a trailing slash.
 */
export function feedBooks(books: readonly CalendarBookDto[], site: string): FeedBook[] {
  return books.flatMap(({ book, followed }) => {
    const { asin, region, title, authors, release_date: day } = book
    if (day === null) return []
    const by = [authors.join(', '), followed.join(', ')].filter((part) => part !== '').join('\n')
    return [{ id: asin, day, title, by, url: `${site}book/${asin}?region=${region}` }]
  })
}
