import type { BookDto } from '#contract/books'
import { isRequested } from '#contract/is-requested'
import { keysOf } from '#client/app/keysOf'

/** Length ranges in minutes: from, inclusive, and to, exclusive. */
const LENGTHS = { short: [0, 300], medium: [300, 900], long: [900, Infinity] } as const
type Length = keyof typeof LENGTHS

const { isKey: isLength, keys } = keysOf(LENGTHS)
export const LENGTHS_IN_ORDER = keys

/** The filters of search results; an empty one lets everything through. */
export interface SearchFilters {
  /** The catalogue's value: an ISO 639-1 code, or its own word. */
  language: string
  length: Length | ''
  narrator: string
  unabridged: boolean
  /** Whether to hide books that are requested or in the library. */
  unrequested: boolean
}

/** @param given returns the value of a filter in the address; empty if there is none */
export function readFilters(given: (name: keyof SearchFilters) => string): SearchFilters {
  const length = given('length')
  return {
    language: given('language'),
    length: isLength(length) ? length : '',
    narrator: given('narrator'),
    unabridged: given('unabridged') === '1',
    unrequested: given('unrequested') === '1',
  }
}

/** Whether to show a result. A book with an unknown value does not match a filter. */
export function passes(book: BookDto, filters: SearchFilters): boolean {
  const { language, length, narrator, unabridged, unrequested } = filters
  return (
    (language === '' || book.language === language) &&
    (length === '' || isAsLong(book.runtime_length_min, length)) &&
    (narrator === '' || book.narrators.includes(narrator)) &&
    (!unabridged || book.edition === 'unabridged') &&
    (!unrequested || !isRequested(book))
  )
}

function isAsLong(minutes: number | null, length: Length): boolean {
  const [from, below] = LENGTHS[length]
  return minutes !== null && minutes >= from && minutes < below
}
