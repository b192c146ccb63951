import type { BookDto, BookStatus, RequestedBookDto } from '#contract/books'

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

/** Whether this person has a request that is active: not declined, and the book not lost. */
export function hasActiveRequest(item: RequestedBookDto): boolean {
  return isMine(item) && !isDeclined(item) && !mayAskAgain(item)
}

/** A book's status for a badge: available if the library has it, requested or not. */
export function shownStatus(book: Pick<BookDto, 'status' | 'in_library'>): BookStatus | null {
  return book.status ?? (book.in_library ? 'available' : null)
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

/** Whether withdrawing removes everyone's requests. */
export function withdrawsAll({ actions }: RequestedBookDto): boolean {
  return actions.includes('withdraw_all')
}
