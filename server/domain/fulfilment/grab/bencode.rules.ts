const [DICTIONARY, LIST, INTEGER, END, COLON] = [...'dlie:'].map((sign) => sign.codePointAt(0))
/** Digits of a length: nothing real is longer than its file. */
const MAX_DIGITS = 9

/**
 * Where a string of a bencoded text begins and ends (BEP 3).
 * @returns null where there is none.
 */
function stringAt(bytes: Uint8Array, position: number): { start: number; end: number } | null {
  let colon = position
  while (colon - position <= MAX_DIGITS && isDigit(bytes[colon])) colon += 1
  if (colon === position || bytes[colon] !== COLON) return null
  const length = Number(new TextDecoder().decode(bytes.subarray(position, colon)))
  const end = colon + 1 + length
  return end > bytes.length ? null : { start: colon + 1, end }
}

/** Where the value at a position ends; null where it is none, or is cut off. However deep it is, nothing recurs. */
function endOfValue(bytes: Uint8Array, position: number): number | null {
  let depth = 0
  let at = position
  do {
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
 * @returns null for what is no whole dictionary, or has something behind it.
 */
export function readDictionary(bytes: Uint8Array): ReadonlyMap<string, Uint8Array> | null {
  if (bytes[0] !== DICTIONARY) return null
  const values = new Map<string, Uint8Array>()
  let at = 1
  while (bytes[at] !== END) {
    const key = stringAt(bytes, at)
    const end = key && endOfValue(bytes, key.end)
    if (!end) return null
    values.set(new TextDecoder().decode(bytes.subarray(key.start, key.end)), bytes.subarray(key.end, end))
    at = end
  }
  return at === bytes.length - 1 ? values : null
}

const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 0x30 && byte <= 0x39
