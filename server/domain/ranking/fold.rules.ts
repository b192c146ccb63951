import { decomposed } from '#server/domain/search-text.rules'

const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
}
const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }
const APOSTROPHES = /['’ʼ`´]/g

// eslint-disable-next-line no-control-regex -- whether a text is plain ASCII
const ASCII = /^[\u0000-\u007f]*$/

/** Whether a code is that of one of the digits 0 to 9. */
export const isDigit = (code: number): boolean => code >= 48 && code <= 57

/** Whether a text is plain ASCII. */
export function isAscii(text: string): boolean {
  return ASCII.test(text)
}

/**
 * The form in which words are compared: in lower case, with compatibility forms composed, without diacritics.
 */
export function fold(word: string): string {
  const plain = /^[a-z\d]*$/i.test(word) ? word : word.replace(APOSTROPHES, '')
  if (isAscii(plain)) return plain.toLowerCase()
  return decomposed(plain.toLowerCase())
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[ßæœøđðłþı]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFC')
}

/** The form in which words are compared, with umlauts written as two vowels. */
export function foldUmlauts(word: string): string {
  if (isAscii(word)) return fold(word)
  const written = word.toLowerCase().normalize('NFC')
  return fold(written.replace(/[äöüøå]/g, (letter) => UMLAUTS[letter] ?? letter))
}
