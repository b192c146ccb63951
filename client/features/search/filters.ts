import type { BookDto } from '#contract/books'
import { shownStatus } from '#client/features/requests/ownRequest'

/** How long a recording is: from as many minutes, and below as many. */
const LENGTHS = {
  short: [0, 300],
  medium: [300, 900],
  long: [900, Infinity],
} as const
export type Length = keyof typeof LENGTHS

const isLength = (value: string): value is Length => Object.hasOwn(LENGTHS, value)
export const LENGTHS_IN_ORDER: readonly Length[] = Object.keys(LENGTHS).filter(isLength)

/** What results of a search are narrowed down to; an empty one lets everything through. */
export interface SearchFilters {
  /** As the catalogue says it: an ISO 639-1 code, or its word. */
  language: string
  length: Length | ''
  narrator: string
  unabridged: boolean
  /** Whether what is in the library or requested is hidden. */
  unrequested: boolean
}

/** @param asked what the address says under a name; empty where it says nothing */
export function readFilters(asked: (name: keyof SearchFilters) => string): SearchFilters {
  const length = asked('length')
  return {
    language: asked('language'),
    length: isLength(length) ? length : '',
    narrator: asked('narrator'),
    unabridged: asked('unabridged') === '1',
    unrequested: asked('unrequested') === '1',
  }
}

/** Whether a result is shown. What the catalogue does not say about a book counts as not fitting. */
export function passes(book: BookDto, filters: SearchFilters): boolean {
  const { language, length, narrator, unabridged, unrequested } = filters
  return (
    (language === '' || book.language === language) &&
    (length === '' || isAsLong(book.runtime_length_min, length)) &&
    (narrator === '' || book.narrators.includes(narrator)) &&
    (!unabridged || book.edition === 'unabridged') &&
    (!unrequested || mayBeRequested(book))
  )
}

function isAsLong(minutes: number | null, length: Length): boolean {
  const [from, below] = LENGTHS[length]
  return minutes !== null && minutes >= from && minutes < below
}

/** Nobody asked for it, or it was declined, or the library has lost it. */
function mayBeRequested(book: BookDto): boolean {
  const status = shownStatus(book)
  return status === null || status === 'declined' || book.left_library
}
