import { defineCausedProblem, defineProblem } from '#server/problem'

export const unknownLibraryItem = defineProblem('unknown_library_item', 404, 'Unknown item')
/** Most items of a media server have disappeared at once. */
export const libraryShrank = defineCausedProblem('library_shrank', 502, 'Most of the library is missing')
