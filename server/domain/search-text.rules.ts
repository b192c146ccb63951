/** Letters that Unicode does not decompose into a base letter and a mark. */
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

/** Marks of European scripts; in other scripts marks (U+3099, U+093E …) change the word. */
const EUROPEAN_MARKS = /[\u0300-\u036f]/g
const APOSTROPHES = /['’‘ʼ`´]/g

/** What letters of any language may grow to; a few ligatures, of whole phrases, become up to 18 times as long. */
const GROWTH = 4
const SHORT = 100

/** Decomposed with compatibility forms, but never much longer than before. */
export const decomposed = (text: string): string =>
  text.normalize('NFKD').slice(0, Math.max(SHORT, GROWTH * text.length))

/**
 * Reduces text to what people type in a search: lower case, no diacritics or punctuation, words separated by one space.
 * Stored texts and queries are folded alike.
 */
export function foldText(text: string): string {
  return decomposed(text.replace(APOSTROPHES, ''))
    .replace(EUROPEAN_MARKS, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .replace(/[^\p{L}\p{M}\p{N}\p{S}]+/gu, ' ')
    .trim()
}

/** Scripts without spaces between words: a "word" is a whole sentence. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** Maximum characters of a word; PostgreSQL allows at most 2,046 bytes. */
const MAX_WORD = 32

const foldedWords = (text: string): string[] => foldText(text).split(' ')

const distinct = (words: readonly string[]): string[] => [...new Set(words)].filter((word) => word !== '')

/** Cuts a text into overlapping pieces, one from every `step`th character. */
function cut(text: string, step: number): string[] {
  const characters = [...text]
  const parts: string[] = []
  for (let start = 0; start < characters.length; start += step) {
    parts.push(characters.slice(start, start + MAX_WORD).join(''))
  }
  return parts
}

/**
 * The folded words of a search, each of which must begin a word of the book. Empty if the text has no letter, digit or
 * symbol. Text without spaces is cut into pieces no longer than a stored word; all of them must match.
 */
export function searchWords(text: string): string[] {
  return distinct(
    foldedWords(text).flatMap((word) => {
      const parts = cut(word, MAX_WORD)
      return UNSPACED.test(word) ? parts : parts.slice(0, 1)
    }),
  )
}

/**
 * The folded words to index. Text without spaces is indexed from each of its characters, so that anything inside it is
 * a prefix of some entry.
 */
function storedWords(texts: readonly string[]): string[] {
  return distinct(
    texts
      .flatMap(foldedWords)
      .flatMap((word) => (UNSPACED.test(word) ? cut(word, 1) : cut(word, MAX_WORD).slice(0, 1))),
  )
}

interface SearchableBook {
  asin: string
  title: string
  subtitle: string | null
  authors: readonly string[]
  narrators: readonly string[]
  series: readonly { title: string }[]
}

/** Maximum characters of a key: PostgreSQL allows 2,704 bytes per index row, and two keys share one. */
const MAX_KEY = 200

const toKey = (text: string): string => [...foldText(text)].slice(0, MAX_KEY).join('')

/** The common key of a name's spellings; the name itself if it has no letter, digit or symbol. */
export const nameKeyOf = (name: string): string => toKey(name) || name.slice(0, MAX_KEY)

/** The columns that the list of requests is searched and sorted by. */
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
    searchText: storedWords(parts).join(' '),
    titleKey: toKey(book.title),
    authorKey: toKey(book.authors.join(' ')),
  }
}
