import { yieldEvery } from '#server/async/yield'

const [DICTIONARY, LIST, INTEGER, END, COLON] = [...'dlie:'].map((sign) => sign.codePointAt(0))
const ZERO = 0x30
/** Maximum digits of a length; no real string is longer than its file. */
const MAX_DIGITS = 9
/** Maximum values in one text; a torrent of 100,000 files has fewer. */
const MAX_VALUES = 1_000_000
/** Values read between turns of other work, in far less than a millisecond. */
const STEP = 2000
/** Maximum keys of a dictionary that is read; that of a real torrent has fewer than 30. */
const MAX_KEYS = 1000

/**
 * The bounds of a bencoded string (BEP 3).
 * @returns null if there is none.
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
 * Where the value at a position ends; null if it is invalid or cut off. Iterative, so nesting cannot overflow the
 * stack.
 * @param left how many values may still be read.
 * @param yieldIfDue lets other work run; a file full of empty values takes tens of milliseconds.
 */
async function endOfValue(
  bytes: Uint8Array,
  position: number,
  left: { values: number },
  yieldIfDue: () => Promise<void>,
): Promise<number | null> {
  let depth = 0
  let at = position
  do {
    if (--left.values < 0) return null
    if (left.values % STEP === 0) await yieldIfDue()
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
 * The raw values of a bencoded dictionary by key.
 * @param yieldIfDue called once for every few thousand values.
 * @returns null if the dictionary is incomplete, has trailing data or has too many keys or values, or if a key occurs twice:
 *   some programs read the first value, others the last.
 */
export async function readDictionary(
  bytes: Uint8Array,
  yieldIfDue = yieldEvery(),
): Promise<ReadonlyMap<string, Uint8Array> | null> {
  if (bytes[0] !== DICTIONARY) return null
  // A byte order mark is part of a key; without it the key is a different one.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const values = new Map<string, Uint8Array>()
  const left = { values: MAX_VALUES }
  let at = 1
  while (bytes[at] !== END) {
    const key = stringAt(bytes, at)
    const end = key && (await endOfValue(bytes, key.end, left, yieldIfDue))
    if (!end) return null
    const name = decoder.decode(bytes.subarray(key.start, key.end))
    if (values.has(name) || values.size >= MAX_KEYS) return null
    values.set(name, bytes.subarray(key.end, end))
    at = end
  }
  return at === bytes.length - 1 ? values : null
}

const isDigit = (byte: number | undefined) => byte !== undefined && byte >= ZERO && byte <= ZERO + 9
