/** ASINs begin with B, or are an ISBN-10 of digits: neither begins with this. */
const PREFIX = 'H'
/** 32 signs, none of which is taken for another. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Random bytes that an id is made from: 45 bits, so that nobody guesses one. */
export const ID_BYTES = 9

/** The id of a hand-made book: ten letters and digits like an ASIN, and never one. */
export function handMadeId(random: Uint8Array): string {
  return (
    PREFIX + Array.from(random.subarray(0, ID_BYTES), (byte) => SIGNS.charAt(byte % SIGNS.length)).join('')
  )
}

/** Whether an id is that of a hand-made book; the catalogue has none of these. */
export function isHandMade(asin: string): boolean {
  return asin.startsWith(PREFIX)
}

/** What releases are compared with, of a book that a person wrote down. */
interface Described {
  title: string
  subtitle: string | null
  authors: readonly string[]
  narrators: readonly string[]
  releaseDate: string | null
}

/** Whether the same releases fit: what was said about a book otherwise makes no difference. */
export function isSameRecording(before: Described, after: Described): boolean {
  const described = ({ title, subtitle, authors, narrators, releaseDate }: Described) =>
    JSON.stringify([title, subtitle, authors, narrators, releaseDate])
  return described(before) === described(after)
}
