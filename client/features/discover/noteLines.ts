/** Lines that a row's cards reserve for the note: the same on all, so that nothing moves. */
export type NoteLines = 0 | 1 | 2

export const NOTE_HEIGHTS: Readonly<Record<NoteLines, string>> = { 0: 'h-0', 1: 'h-[1lh]', 2: 'h-[2lh]' }
