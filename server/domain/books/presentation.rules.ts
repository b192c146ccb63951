import { causeTextOrNull } from '#contract/cause'
import type { RequestDto, RequestedBookDto } from '#contract/books'
import type { InLibraryDto } from '#contract/library'
import { causeFor } from './cause-view.rules'
import { bookStatus, isDownloaded, nextTryOf, type Outlook } from './book-status.rules'
import { downloadFor } from './download-view.rules'
import type { ActionFacts, ActionsOf, BookFacts, BookState, VisibleRequest } from './books.types'

interface PresentationOptions {
  /** Undefined when the book was never requested. */
  state: BookState | undefined
  user: ActionFacts['user']
  /** With a slash at both ends. */
  baseUrl: string
  now: Date
  outlook: Outlook
  actionsOf: ActionsOf
  /** Whether a request for a book needs nobody's approval. */
  approvalOf: (book: BookFacts) => { approved: boolean }
  /** Null where the library does not have it. */
  inLibrary: InLibraryDto | null
}

/** Puts the facts of a book and its state into the form of the answers. */
export function presentBook(facts: BookFacts, options: PresentationOptions): RequestedBookDto {
  const { state, user, baseUrl, now, outlook, actionsOf, approvalOf, inLibrary } = options
  const counts = state?.counts ?? { pending: 0, approved: 0, declined: 0 }
  const fulfilment = state?.fulfilment ?? null
  const isAdmin = user.role === 'admin'
  const cause = fulfilment?.cause ? causeFor(fulfilment.cause, isAdmin) : null
  const error = causeTextOrNull(cause)
  const status = bookStatus(fulfilment?.state ?? null, counts)
  // What the library has again counts before the next walk has looked for what is lost.
  const leftLibrary = fulfilment?.leftLibrary === true && inLibrary === null
  const own = state?.requests.find(({ username }) => username === user.username)?.status ?? null
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
      series: facts.series.map(({ title, position, asin = null }) => ({ title, position, asin })),
      language: facts.language,
      edition: facts.edition,
      hand_made: typeof facts.handMadeBy === 'string',
      status,
      next_try_at: nextTryOf(fulfilment, outlook)?.toISOString() ?? null,
      error,
      cause,
      download: downloadFor(fulfilment?.state ?? null, state?.download ?? null, isAdmin),
      in_library: inLibrary,
      left_library: leftLibrary,
    },
    requests: (state?.requests ?? []).map((request) => presentRequest(facts.asin, request)),
    username: user.username,
    requester_count: counts.pending + counts.approved + counts.declined,
    download_error: error,
    actions: actionsOf({
      user,
      own,
      status,
      counts,
      stopped: fulfilment?.stopped ?? false,
      leftLibrary,
      autoApproved: approvalOf(facts).approved,
      searchable: outlook.possible,
      handMadeBy: facts.handMadeBy ?? null,
    }),
  }
}

function presentRequest(asin: string, request: VisibleRequest): RequestDto {
  return {
    asin,
    user_username: request.username,
    status: request.status,
    // Kept while somebody who was declined asks again, and no longer true then.
    reason: request.status === 'declined' ? request.reason : null,
    wishes: request.wishes,
    created_at: request.createdAt.toISOString(),
    updated_at: request.updatedAt.toISOString(),
  }
}

/** The cover of a book that was written down is drawn from its title, which may be corrected. */
export function coverOf(
  { asin, region, handMadeBy }: Pick<BookFacts, 'asin' | 'region' | 'handMadeBy'>,
  baseUrl: string,
  changed?: Date,
): string {
  const address = `${baseUrl}api/covers/${asin}?region=${region}`
  return typeof handMadeBy === 'string' && changed ? `${address}&v=${changed.getTime()}` : address
}
