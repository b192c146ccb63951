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
 * words separated by one space. The same folding goes over what is stored and what is asked.
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

/** Scripts that are written without spaces between words: a word of theirs is a sentence. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** Characters of a word that count: PostgreSQL takes no more than 2,046 bytes. */
const MAX_WORD = 32

const foldedWords = (text: string): string[] => foldText(text).split(' ')

const distinct = (words: readonly string[]): string[] => [...new Set(words)].filter((word) => word !== '')

/** The first characters of a text from every `step`th one on. */
function cut(text: string, step: number): string[] {
  const characters = [...text]
  const parts: string[] = []
  for (let start = 0; start < characters.length; start += step) {
    parts.push(characters.slice(start, start + MAX_WORD).join(''))
  }
  return parts
}

/**
 * The words of a search, folded: every one of them must begin a word of the book. Empty when the text has no letter,
 * number or sign. What has no spaces is cut where it is longer than a stored word; every part must be there.
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
 * The words by which texts are found, folded. One without spaces stands there from each of its characters on, so that
 * whatever is inside of it is the beginning of one of them.
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

/** Characters of a key that are kept: PostgreSQL takes no more than 2,704 bytes into an index, and two keys share one. */
const MAX_KEY = 200

const toKey = (text: string): string => [...foldText(text)].slice(0, MAX_KEY).join('')

/** What spellings of one name have in common; of a name without any letter, number or sign, the name itself. */
export const nameKeyOf = (name: string): string => toKey(name) || name.slice(0, MAX_KEY)

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
    searchText: storedWords(parts).join(' '),
    titleKey: toKey(book.title),
    authorKey: toKey(book.authors.join(' ')),
  }
}
