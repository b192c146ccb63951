/** How many lines the cards of a row keep for what stands below the author: all the same, so that nothing moves. */
export type NoteLines = 0 | 1 | 2

export const NOTE_HEIGHTS: Readonly<Record<NoteLines, string>> = { 0: 'h-0', 1: 'h-[1lh]', 2: 'h-[2lh]' }
