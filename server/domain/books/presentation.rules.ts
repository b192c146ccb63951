import { causeTextOrNull } from '#contract/cause'
import type { RequestDto, RequestedBookDto } from '#contract/books'
import type { InLibraryDto } from '#contract/library'
import { causeFor } from './cause-view.rules'
import { versionOf, type Digest } from './book-version.rules'
import { bookStatus, isDownloaded, nextAttemptOf, statusFor, type Outlook } from './book-status.rules'
import { downloadFor } from './download-view.rules'
import type { ActionFacts, ActionsOf, BookFacts, BookState, VisibleRequest } from './books.types'

interface PresentationOptions {
  /** Undefined if the book was never requested. */
  state: BookState | undefined
  user: ActionFacts['user']
  /** Begins and ends with a slash. */
  baseUrl: string
  now: Date
  outlook: Outlook
  actionsOf: ActionsOf
  /** Whether a request for a book needs no approval. */
  approvalOf: (book: BookFacts) => { approved: boolean }
  /** Null if the library does not have it. */
  inLibrary: InLibraryDto | null
  digest: Digest
}

/** Combines a book's facts and state into the form used in responses. */
export function presentBook(facts: BookFacts, options: PresentationOptions): RequestedBookDto {
  const { state, user, baseUrl, now, outlook, actionsOf, approvalOf, inLibrary, digest } = options
  const counts = state?.counts ?? { pending: 0, approved: 0, declined: 0 }
  const fulfilment = state?.fulfilment ?? null
  const isAdmin = user.role === 'admin'
  const cause = fulfilment?.cause ? causeFor(fulfilment.cause, isAdmin) : null
  const error = causeTextOrNull(cause)
  const status = bookStatus(fulfilment?.state ?? null, counts)
  // A book that is back in the library counts even before the next full walk records its return.
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
      cover_url: facts.coverUrl ?? null,
      release_date: facts.releaseDate,
      runtime_length_min: facts.runtimeMin,
      updated_at: (state?.updatedAt ?? now).toISOString(),
      downloaded: isDownloaded(fulfilment?.state ?? null),
      region: facts.region,
      series: facts.series.map(({ title, position, asin = null }) => ({ title, position, asin })),
      language: facts.language,
      edition: facts.edition,
      hand_made: typeof facts.handMadeBy === 'string',
      status: statusFor(status, { isInLibrary: inLibrary !== null, isInvolved: isAdmin || own !== null }),
      next_try_at: nextAttemptOf(fulfilment, outlook)?.toISOString() ?? null,
      error,
      cause,
      download: downloadFor(fulfilment?.state ?? null, state?.download ?? null, isAdmin),
      in_library: inLibrary,
      left_library: leftLibrary,
      version: versionOf({ book: facts, requests: state?.requests ?? [] }, digest),
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
      sameEdition: inLibrary?.same_edition === true,
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
    // Still stored when a declined person requests the book again, but no longer valid then.
    reason: request.status === 'declined' ? request.reason : null,
    wishes: request.wishes,
    created_at: request.createdAt.toISOString(),
    updated_at: request.updatedAt.toISOString(),
  }
}

/** The cover of a hand-made book is drawn from its title, which may be corrected. */
export function coverOf(
  { asin, region, handMadeBy }: Pick<BookFacts, 'asin' | 'region' | 'handMadeBy'>,
  baseUrl: string,
  changed?: Date,
): string {
  const address = `${baseUrl}api/covers/${asin}?region=${region}`
  return typeof handMadeBy === 'string' && changed ? `${address}&v=${changed.getTime()}` : address
}
