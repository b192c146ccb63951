import { defineProblem } from '#server/problem'

export const unknownLibraryItem = defineProblem('unknown_library_item', 404, 'Unknown item')
