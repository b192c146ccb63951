const [DICTIONARY, LIST, INTEGER, END, COLON] = [...'dlie:'].map((sign) => sign.codePointAt(0))
const ZERO = 0x30
/** Digits of a length: nothing real is longer than its file. */
const MAX_DIGITS = 9
/**
 * Values in one text: a torrent of 100,000 files has less. Reading goes on without a pause, and a file of nothing but
 * empty values would hold up everything else.
 */
const MAX_VALUES = 1_000_000

/**
 * Where a string of a bencoded text begins and ends (BEP 3).
 * @returns null where there is none.
 */
function stringAt(bytes: Uint8Array, position: number): { start: number; end: number } | null {
  let colon = position
  let length = 0
  while (colon - position <= MAX_DIGITS && isDigit(bytes[colon])) {
    length = length * 10 + (bytes[colon] ?? ZERO) - ZERO
    colon += 1
  }
  if (colon === position || bytes[colon] !== COLON) return null
  const end = colon + 1 + length
  return end > bytes.length ? null : { start: colon + 1, end }
}

/**
 * Where the value at a position ends; null where it is none, or is cut off. However deep it is, nothing recurs.
 * @param left how many values may still be read.
 */
function endOfValue(bytes: Uint8Array, position: number, left: { values: number }): number | null {
  let depth = 0
  let at = position
  do {
    if (--left.values < 0) return null
    const sign = bytes[at]
    if (sign === DICTIONARY || sign === LIST) {
      depth += 1
      at += 1
    } else if (sign === END) {
      depth -= 1
      at += 1
    } else if (sign === INTEGER) {
      const end = bytes.indexOf(END ?? 0, at)
      if (end === -1) return null
      at = end + 1
    } else {
      const text = stringAt(bytes, at)
      if (!text) return null
      at = text.end
    }
  } while (depth > 0)
  return depth === 0 ? at : null
}

/**
 * The values of a bencoded dictionary, as they stand in it, by their keys.
 * @returns null for what is no whole dictionary, or has something behind it, or more values than anything real; and
 *   where a key comes twice: of two values one program reads the first and another one the last.
 */
export function readDictionary(bytes: Uint8Array): ReadonlyMap<string, Uint8Array> | null {
  if (bytes[0] !== DICTIONARY) return null
  // A mark at its beginning is a part of a key: without it the key is another one.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const values = new Map<string, Uint8Array>()
  const left = { values: MAX_VALUES }
  let at = 1
  while (bytes[at] !== END) {
    const key = stringAt(bytes, at)
    const end = key && endOfValue(bytes, key.end, left)
    if (!end) return null
    const name = decoder.decode(bytes.subarray(key.start, key.end))
    if (values.has(name)) return null
    values.set(name, bytes.subarray(key.end, end))
    at = end
  }
  return at === bytes.length - 1 ? values : null
}

const isDigit = (byte: number | undefined) => byte !== undefined && byte >= ZERO && byte <= ZERO + 9
