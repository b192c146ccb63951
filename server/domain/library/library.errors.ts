import { defineCausedProblem, defineProblem } from '#server/errors/problem'

export const unknownLibraryItem = defineProblem('unknown_library_item', 404)
/** Most items of a media server have disappeared at once. */
export const libraryShrank = defineCausedProblem('library_shrank', 502)
