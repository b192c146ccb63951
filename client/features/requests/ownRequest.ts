import type { BookAction, BookStatus, RequestedBookDto, RequestStatus } from '#contract/books'
import type { Role } from '#contract/common'

/** Whether this person asked for the book. */
export function isMine({ requests, username }: RequestedBookDto): boolean {
  return requests.some((request) => request.user_username === username)
}

/** Whether this person asked for the book and was declined: then they may ask once more. */
export function isDeclined({ requests, username }: RequestedBookDto): boolean {
  return requests.some((request) => request.user_username === username && request.status === 'declined')
}

/** How many other people asked for the book. */
export function othersCount(item: RequestedBookDto): number {
  return Math.max(0, item.requester_count - (isMine(item) ? 1 : 0))
}

/** How many requests wait for approval, of those that this person sees. */
export function pendingCount({ requests }: RequestedBookDto): number {
  return requests.filter(({ status }) => status === 'pending').length
}

/** Where work goes on only because a request is approved, so that whoever joins needs no approval. */
const APPROVED: readonly (BookStatus | null)[] = [
  'waiting',
  'searching',
  'not_found',
  'grab_unconfirmed',
  'grabbed',
  'downloading',
  'failed',
]

/** Where this person's request will most likely stand; the answer decides. */
function guessStatus(item: RequestedBookDto, role: Role): Exclude<RequestStatus, 'declined'> {
  if (isDeclined(item)) return 'pending'
  return role !== 'untrusted' || APPROVED.includes(item.book.status) ? 'approved' : 'pending'
}

/** How the book will most likely look once this person's request is in. */
export function withOwnRequest(item: RequestedBookDto, now: string, role: Role): RequestedBookDto {
  const again = isDeclined(item)
  if (isMine(item) && !again) return item
  const guess = guessStatus(item, role)
  const request = {
    asin: item.book.asin,
    user_username: item.username,
    status: guess,
    reason: null,
    created_at: now,
    updated_at: now,
  }
  return {
    ...item,
    book: { ...item.book, status: statusWith(item.book.status, guess) },
    requests: [...item.requests.filter(({ user_username }) => user_username !== item.username), request],
    requester_count: item.requester_count + (again ? 0 : 1),
    actions: ['withdraw'],
  }
}

function statusWith(status: BookStatus | null, guess: Exclude<RequestStatus, 'declined'>): BookStatus {
  if (status !== null && status !== 'declined' && status !== 'waiting_for_approval') return status
  return guess === 'approved' ? 'waiting' : 'waiting_for_approval'
}

/**
 * How the book will look once the request is withdrawn.
 * @param everyone an administrator withdraws everyone's requests, others their own
 */
export function withoutRequest(item: RequestedBookDto, everyone: boolean): RequestedBookDto {
  const requests = everyone ? [] : item.requests.filter((request) => request.user_username !== item.username)
  const requester_count = everyone ? 0 : othersCount(item)
  const status = requester_count === 0 ? null : item.book.status
  // A row of a list keeps its button until the answer takes the row away, so that the focus goes to what follows it.
  const actions: BookAction[] = status === 'available' ? ['withdraw'] : ['request', 'withdraw']
  return { ...item, book: { ...item.book, status }, requests, requester_count, actions }
}
