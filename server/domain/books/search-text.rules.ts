/** Letters that Unicode does not take apart into a base letter and a mark. */
const PLAIN_LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/** The marks of European scripts; those of other scripts (U+3099, U+093E …) change the word. */
const EUROPEAN_MARKS = /[\u0300-\u036f]/g
const APOSTROPHES = /['’‘ʼ`´]/g

/**
 * Reduces text to what people type when they look for it: lower case, without diacritics or punctuation,
 * words parted by one space. The same folding goes over what is stored and what is asked.
 */
export function foldText(text: string): string {
  return text
    .replace(APOSTROPHES, '')
    .normalize('NFKD')
    .replace(EUROPEAN_MARKS, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .replace(/[^\p{L}\p{M}\p{N}\p{S}]+/gu, ' ')
    .trim()
}

/** The words of a search; every one of them must occur. Empty when the text has no letter, number or sign. */
export function searchWords(text: string): string[] {
  return [...new Set(foldText(text).split(' '))].filter((word) => word !== '')
}

interface SearchableBook {
  asin: string
  title: string
  subtitle: string | null
  authors: readonly string[]
  narrators: readonly string[]
  series: readonly { title: string }[]
}

/** Characters of a key that are kept: PostgreSQL takes no more than 2,704 bytes into an index, and two keys share one. */
const MAX_KEY = 200

const toKey = (text: string): string => [...foldText(text)].slice(0, MAX_KEY).join('')

/** The columns by which the list of requests is searched and sorted. */
export function searchColumns(book: SearchableBook) {
  const parts = [
    book.title,
    book.subtitle ?? '',
    ...book.authors,
    ...book.narrators,
    ...book.series.map(({ title }) => title),
    book.asin,
  ]
  return {
    searchText: parts.map(foldText).join(' '),
    titleKey: toKey(book.title),
    authorKey: toKey(book.authors.join(' ')),
  }
}
