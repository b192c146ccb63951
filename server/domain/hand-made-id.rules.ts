/** An ASIN begins with B or is a numeric ISBN-10, so never begins with this. */
const PREFIX = 'H'
/** 32 characters that cannot be mistaken for one another. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Random bytes of an id: 45 bits, so that no one can guess one. */
export const ID_BYTES = 9

/** The id of a hand-made book: ten letters and digits like an ASIN, but never a real one. */
export function handMadeId(random: Uint8Array): string {
  return (
    PREFIX +
    Array.from(random.subarray(0, ID_BYTES), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('')
  )
}

/** Whether an id belongs to a hand-made book, which the catalogue never has. */
export function isHandMade(asin: string): boolean {
  return asin.startsWith(PREFIX)
}
