import type { RequestedBookDto } from '#contract/books'

/** Whether the library has it. */
export const isAvailable = ({ in_library, status, left_library }: RequestedBookDto['book']): boolean =>
  in_library !== null || (status === 'available' && !left_library)

/** Whether it is available, or someone has a request for it that was not declined. */
export const isRequested = ({ book }: Pick<RequestedBookDto, 'book'>): boolean =>
  isAvailable(book) || (book.status !== null && book.status !== 'declined' && !book.left_library)
