import type { BookDto } from './books'

// Part of the contract, so that a page filters results by the same rule as the server.

type Standing = Pick<BookDto, 'in_library' | 'status' | 'left_library'>

/** Whether the library has it. */
export const isAvailable = ({ in_library, status, left_library }: Standing): boolean =>
  in_library !== null || (status === 'available' && !left_library)

/** Whether it is available, or someone has a request for it that was not declined. */
export const isRequested = (book: Standing): boolean =>
  isAvailable(book) || (book.status !== null && book.status !== 'declined' && !book.left_library)
