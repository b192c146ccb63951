import type { Word } from './normalise.rules'

const ISBN_10 = 10
const ISBN_13 = 13

/**
 * Whether a name contains the book's catalogue identifier: its ASIN or, for older books, an ISBN of either
 * length. Any other identifier means nothing, because each region and the ebook have their own.
 * @param identifier in lower case.
 */
export function statesIdentifier(words: readonly Word[], identifier: string | null): boolean {
  if (identifier === null) return false
  return words.some(({ key }) => key === identifier || isLongForm(key, identifier))
}

/** A 13-digit ISBN consists of 978, the nine digits of the short form, and another check digit. */
function isLongForm(key: string, identifier: string): boolean {
  if (key.length !== ISBN_13 || identifier.length !== ISBN_10 || !key.startsWith('978')) return false
  return key.slice(3, -1) === identifier.slice(0, -1)
}
