import { defineProblem } from '#server/errors/problem'

/** Also returned for someone else's list, so that no one learns that it exists. */
export const noSuchList = defineProblem('no_such_list', 404)
export const noSuchEntry = defineProblem('no_such_list_entry', 404)
export const tooManyLists = defineProblem('too_many_lists', 409)
/** The same person's last import is still being read. */
export const listImportRunning = defineProblem('list_import_running', 409)
export const listTooLong = defineProblem('list_too_long', 422)
/** No line could be read as a book. */
export const listWithoutBooks = defineProblem('list_without_books', 422)
/** The token is invalid, or lacks permission. */
export const hardcoverRefused = defineProblem('hardcover_refused', 422)
export const hardcoverFailed = defineProblem('hardcover_failed', 502)
