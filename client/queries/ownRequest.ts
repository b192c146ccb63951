import type { BookStatus, RequestedBookDto } from '#contract/books'

/** Whether this person asked for the book. */
export function isMine({ requests, username }: RequestedBookDto): boolean {
  return requests.some((request) => request.user_username === username)
}

/** Whether this person asked for the book and was declined: then they may ask once more. */
export function isDeclined({ requests, username }: RequestedBookDto): boolean {
  return requests.some((request) => request.user_username === username && request.status === 'declined')
}

/** Whether somebody's request waits for approval. */
export function isPending({ requests }: RequestedBookDto): boolean {
  return requests.some(({ status }) => status === 'pending')
}

/** How many other people asked for the book. */
export function othersCount(item: RequestedBookDto): number {
  return Math.max(0, item.requester_count - (isMine(item) ? 1 : 0))
}

/** How the book will look once this person's request is in. */
export function withOwnRequest(item: RequestedBookDto, now: string): RequestedBookDto {
  const again = isDeclined(item)
  if (isMine(item) && !again) return item
  const request = {
    asin: item.book.asin,
    user_username: item.username,
    status: again ? ('pending' as const) : ('approved' as const),
    reason: null,
    created_at: now,
    updated_at: now,
  }
  return {
    ...item,
    book: { ...item.book, status: statusWith(item.book.status) },
    requests: [...item.requests.filter(({ user_username }) => user_username !== item.username), request],
    requester_count: item.requester_count + (again ? 0 : 1),
  }
}

function statusWith(status: BookStatus | null): BookStatus {
  if (status === 'declined') return 'waiting_for_approval'
  return status ?? 'waiting'
}

/**
 * How the book will look once the request is withdrawn.
 * @param everyone an administrator withdraws everyone's requests, others their own
 */
export function withoutRequest(item: RequestedBookDto, everyone: boolean): RequestedBookDto {
  const requests = everyone ? [] : item.requests.filter((request) => request.user_username !== item.username)
  const requester_count = everyone ? 0 : othersCount(item)
  const status = requester_count === 0 ? null : item.book.status
  return { ...item, book: { ...item.book, status }, requests, requester_count }
}
