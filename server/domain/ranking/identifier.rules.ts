import type { Word } from './normalise.rules'

const ISBN_10 = 10
const ISBN_13 = 13

/**
 * Whether a name states the catalogue's identifier of a book: its ASIN, or the ISBN that older ones are, in its long
 * form as well. Another identifier says nothing: each region, and the ebook, has its own.
 * @param identifier in lower case.
 */
export function statesIdentifier(words: readonly Word[], identifier: string | null): boolean {
  if (identifier === null) return false
  return words.some(({ key }) => key === identifier || isLongForm(key, identifier))
}

/** An ISBN of 13 digits is 978, the nine digits of the short form, and another check digit. */
function isLongForm(key: string, identifier: string): boolean {
  if (key.length !== ISBN_13 || identifier.length !== ISBN_10 || !key.startsWith('978')) return false
  return key.slice(3, -1) === identifier.slice(0, -1)
}
