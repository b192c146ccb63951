import type { z } from 'zod'
import type { BookDetailsDto } from '#contract/books'
import type { newHandMadeBody } from '#contract/hand-made'

/** What is known of a new book, such as the search text. */
export interface KnownOfBook {
  title?: string
  author?: string
  info?: string
}

/** @param details of the book to correct; null for a new one. */
export function handMadeDraftOf(details: BookDetailsDto | null, known: KnownOfBook) {
  return {
    title: details?.book.title ?? known.title ?? '',
    subtitle: details?.book.subtitle ?? '',
    author: details?.book.authors.join(', ') ?? known.author ?? '',
    narrator: details?.book.narrators.join(', ') ?? '',
    // If only the year was given, it is stored as the first day of that year.
    publish_date: (details?.book.release_date ?? '').replace(/-01-01$/, ''),
    info: details?.info ?? known.info ?? '',
  }
}

/** An empty field means unknown. */
export function handMadeOf(draft: ReturnType<typeof handMadeDraftOf>): z.input<typeof newHandMadeBody> {
  const { subtitle, narrator, publish_date, info, ...facts } = draft
  return {
    ...facts,
    subtitle: subtitle.trim() || null,
    narrator: narrator.trim() || null,
    publish_date: publish_date.trim() || null,
    info: info.trim() || null,
  }
}
