import type { RequestedBookDto } from '#contract/books'
import { bookStatus, isDownloaded, nextTryOf, type Outlook } from './book-status.rules'
import type { BookFacts, BookState } from './books.types'

export interface PresentationOptions {
  /** Undefined when the book was never requested. */
  state: BookState | undefined
  username: string
  /** With a slash at both ends. */
  baseUrl: string
  now: Date
  outlook: Outlook
}

/** Puts the facts of a book and its state into the form of the answers. */
export function presentBook(facts: BookFacts, options: PresentationOptions): RequestedBookDto {
  const { state, username, baseUrl, now, outlook } = options
  const counts = state?.counts ?? { pending: 0, approved: 0, declined: 0 }
  const fulfilment = state?.fulfilment ?? null
  return {
    book: {
      asin: facts.asin,
      title: facts.title,
      subtitle: facts.subtitle,
      authors: facts.authors,
      narrators: facts.narrators,
      cover_image: coverOf(facts, baseUrl, state?.updatedAt),
      release_date: facts.releaseDate,
      runtime_length_min: facts.runtimeMin,
      updated_at: (state?.updatedAt ?? now).toISOString(),
      downloaded: isDownloaded(fulfilment?.state ?? null),
      region: facts.region,
      series: facts.series,
      language: facts.language,
      edition: facts.edition,
      hand_made: typeof facts.handMadeBy === 'string',
      status: bookStatus(fulfilment?.state ?? null, counts),
      next_try_at: nextTryOf(fulfilment, outlook)?.toISOString() ?? null,
      error: fulfilment?.error ?? null,
    },
    requests: (state?.requests ?? []).map((request) => ({
      asin: facts.asin,
      user_username: request.username,
      status: request.status,
      // Kept while somebody who was declined asks again, and no longer true then.
      reason: request.status === 'declined' ? request.reason : null,
      created_at: request.createdAt.toISOString(),
      updated_at: request.updatedAt.toISOString(),
    })),
    username,
    requester_count: counts.pending + counts.approved + counts.declined,
    download_error: fulfilment?.error ?? null,
  }
}

/** The cover of a book that was written down is drawn from its title, which may be corrected. */
function coverOf(
  { asin, region, handMadeBy }: BookFacts,
  baseUrl: string,
  changed: Date | undefined,
): string {
  const address = `${baseUrl}api/covers/${asin}?region=${region}`
  return typeof handMadeBy === 'string' && changed ? `${address}&v=${changed.getTime()}` : address
}
