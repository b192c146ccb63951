import type { BookAction, RequestedBookDto } from '#contract/books'

/** The main action on a book's page; `listen` opens it in the library, `request` also covers a requested book. */
type PrimaryAction =
  Extract<BookAction, 'approve' | 'confirm_grab' | 'mark_arrived' | 'view_releases' | 'request'> | 'listen'

/** The next action for a book among those that the server allows; waiting people come first. */
export function primaryAction({ actions, book }: RequestedBookDto): PrimaryAction {
  if (actions.includes('approve')) return 'approve'
  if (actions.includes('confirm_grab')) return 'confirm_grab'
  if (book.in_library !== null) return 'listen'
  if (actions.includes('mark_arrived')) return 'mark_arrived'
  const isOver = book.status === 'available' || book.status === 'declined'
  return actions.includes('view_releases') && !isOver ? 'view_releases' : 'request'
}
