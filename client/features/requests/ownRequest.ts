import type { BookAction, BookDto, BookStatus, RequestedBookDto } from '#contract/books'

/** Whether this person requested the book. */
export function isMine({ requests, username }: RequestedBookDto): boolean {
  return requests.some((request) => request.user_username === username)
}

/** Whether this person's request was declined, so that they may request once more. */
function isDeclined({ requests, username }: RequestedBookDto): boolean {
  return requests.some((request) => request.user_username === username && request.status === 'declined')
}

/** Whether this person had the book, the library has lost it, and they may request it again. */
function mayAskAgain(item: RequestedBookDto): boolean {
  return isMine(item) && item.book.left_library && item.actions.includes('request')
}

/** Whether this person's request is active: not declined, and the book not lost. */
export function isRequested(item: RequestedBookDto): boolean {
  return isMine(item) && !isDeclined(item) && !mayAskAgain(item)
}

/** A book's status for a badge: available if the library has it, requested or not. */
export function shownStatus({ status, in_library }: BookDto): BookStatus | null {
  return status ?? (in_library ? 'available' : null)
}

/** How many other people requested the book. */
export function othersCount(item: RequestedBookDto): number {
  return Math.max(0, item.requester_count - (isMine(item) ? 1 : 0))
}

/** Whether other people wait for the book or have it, not counting declined requests and lost books. */
export function isWantedByOthers(item: RequestedBookDto): boolean {
  return othersCount(item) > 0 && item.book.status !== 'declined' && !item.book.left_library
}

/** How many of the requests visible to this person wait for approval. */
export function pendingCount({ requests }: RequestedBookDto): number {
  return requests.filter(({ status }) => status === 'pending').length
}

/** The book with this person's request, in the state that the server announces. */
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

/** Whether withdrawing removes everyone's requests. */
export function withdrawsAll({ actions }: RequestedBookDto): boolean {
  return actions.includes('withdraw_all')
}

/** The book without the requests that withdrawing removes. */
export function withoutRequest(item: RequestedBookDto): RequestedBookDto {
  const everyone = withdrawsAll(item)
  const requests = everyone ? [] : item.requests.filter((request) => request.user_username !== item.username)
  const requester_count = everyone ? 0 : othersCount(item)
  const status = requester_count === 0 ? null : item.book.status
  // A list row keeps its button until the response removes the row, so that the focus moves to what follows.
  const actions: BookAction[] = status === 'available' ? ['withdraw'] : ['request', 'withdraw']
  return { ...item, book: { ...item.book, status }, requests, requester_count, actions }
}
