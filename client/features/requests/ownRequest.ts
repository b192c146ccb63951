import type { BookAction, BookDto, BookStatus, RequestedBookDto } from '#contract/books'

/** Whether this person asked for the book. */
export function isMine({ requests, username }: RequestedBookDto): boolean {
  return requests.some((request) => request.user_username === username)
}

/** Whether this person asked for the book and was declined: then they may ask once more. */
export function isDeclined({ requests, username }: RequestedBookDto): boolean {
  return requests.some((request) => request.user_username === username && request.status === 'declined')
}

/** Whether this person had the book, the library has lost it, and they may ask for it once more. */
export function mayAskAgain(item: RequestedBookDto): boolean {
  return isMine(item) && item.book.left_library && item.actions.includes('request')
}

/** Whether this person's request counts: it was not declined, and what came of it is not lost. */
export function isRequested(item: RequestedBookDto): boolean {
  return isMine(item) && !isDeclined(item) && !mayAskAgain(item)
}

/** Where a book stands for a badge: what the library has is there, whether anybody asked for it or not. */
export function shownStatus({ status, in_library }: BookDto): BookStatus | null {
  return status ?? (in_library ? 'available' : null)
}

/** How many other people asked for the book. */
export function othersCount(item: RequestedBookDto): number {
  return Math.max(0, item.requester_count - (isMine(item) ? 1 : 0))
}

/** Whether other people wait for the book, or have it: what was declined to them, or is lost, they do not. */
export function isWantedByOthers(item: RequestedBookDto): boolean {
  return othersCount(item) > 0 && item.book.status !== 'declined' && !item.book.left_library
}

/** How many requests wait for approval, of those that this person sees. */
export function pendingCount({ requests }: RequestedBookDto): number {
  return requests.filter(({ status }) => status === 'pending').length
}

/** The book with this person's request, as the server says that it will stand. */
export function withOwnRequest(item: RequestedBookDto, now: string): RequestedBookDto {
  if (isRequested(item)) return item
  const again = isMine(item)
  const approved = item.actions.includes('request_without_approval')
  const startsOver = item.book.left_library && approved
  const request = {
    asin: item.book.asin,
    user_username: item.username,
    status: approved ? ('approved' as const) : ('pending' as const),
    reason: null,
    wishes: null,
    created_at: now,
    updated_at: now,
  }
  return {
    ...item,
    book: {
      ...item.book,
      status: statusWith(startsOver ? null : item.book.status, approved),
      left_library: item.book.left_library && !startsOver,
    },
    requests: [...item.requests.filter(({ user_username }) => user_username !== item.username), request],
    requester_count: item.requester_count + (again ? 0 : 1),
    actions: ['withdraw'],
  }
}

function statusWith(status: BookStatus | null, approved: boolean): BookStatus {
  if (status !== null && status !== 'declined' && status !== 'waiting_for_approval') return status
  return approved ? 'waiting' : 'waiting_for_approval'
}

/** Whether withdrawing takes everyone's requests. */
export function withdrawsAll({ actions }: RequestedBookDto): boolean {
  return actions.includes('withdraw_all')
}

/** The book without the requests that withdrawing takes. */
export function withoutRequest(item: RequestedBookDto): RequestedBookDto {
  const everyone = withdrawsAll(item)
  const requests = everyone ? [] : item.requests.filter((request) => request.user_username !== item.username)
  const requester_count = everyone ? 0 : othersCount(item)
  const status = requester_count === 0 ? null : item.book.status
  // A row of a list keeps its button until the answer takes the row away, so that the focus goes to what follows it.
  const actions: BookAction[] = status === 'available' ? ['withdraw'] : ['request', 'withdraw']
  return { ...item, book: { ...item.book, status }, requests, requester_count, actions }
}
