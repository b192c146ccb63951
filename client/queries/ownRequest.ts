import type { RequestedBookDto } from '#contract/books'

/** Whether this person asked for the book. */
export function isMine({ requests, username }: RequestedBookDto): boolean {
  return requests.some((request) => request.user_username === username)
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
  if (isMine(item)) return item
  const request = {
    asin: item.book.asin,
    user_username: item.username,
    status: 'approved' as const,
    reason: null,
    created_at: now,
    updated_at: now,
  }
  return {
    ...item,
    book: { ...item.book, status: item.book.status ?? 'waiting' },
    requests: [...item.requests, request],
    requester_count: item.requester_count + 1,
  }
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
