import type { BookAction, RequestedBookDto } from '#contract/books'

/** What the page of a book offers first; `listen` opens it in the library, `request` also stands for what is requested. */
export type PrimaryAction =
  Extract<BookAction, 'approve' | 'confirm_grab' | 'mark_arrived' | 'view_releases' | 'request'> | 'listen'

/** The one thing to do next about a book, for who the server says may do it: people who wait come first. */
export function primaryAction({ actions, book }: RequestedBookDto): PrimaryAction {
  if (actions.includes('approve')) return 'approve'
  if (actions.includes('confirm_grab')) return 'confirm_grab'
  if (book.in_library !== null) return 'listen'
  if (actions.includes('mark_arrived')) return 'mark_arrived'
  const isOver = book.status === 'available' || book.status === 'declined'
  return actions.includes('view_releases') && !isOver ? 'view_releases' : 'request'
}
