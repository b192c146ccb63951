import type { CalendarBookDto } from '#contract/calendar'

/** A book in a feed. */
export interface FeedBook {
  /** Does not change as long as the book exists. */
  id: string
  /** ISO date. */
  day: string
  title: string
  /** The authors and narrators, each behind their label, and the followed series or people: a line for each. */
  by: string
  /** Address of the book's page. */
  url: string
}

/**
 * Converts books of the calendar for a feed.
 * @param site public address of this server, with a trailing slash.
 * @param labelOf the words for authors and narrators, in the reader's language.
 */
export function feedBooks(
  books: readonly CalendarBookDto[],
  site: string,
  labelOf: (people: 'authors' | 'narrators', n: number) => string,
): FeedBook[] {
  return books.flatMap(({ book, followed }) => {
    const { asin, region, title, authors, narrators, release_date: day } = book
    if (day === null) return []
    const lineOf = (people: 'authors' | 'narrators', names: readonly string[]) =>
      names.length > 0 ? `${labelOf(people, names.length)}: ${names.join(', ')}` : ''
    const lines = [lineOf('authors', authors), lineOf('narrators', narrators), followed.join(', ')]
    const by = lines.filter((line) => line !== '').join('\n')
    return [{ id: asin, day, title, by, url: `${site}book/${asin}?region=${region}` }]
  })
}
