import { BodyTooLarge } from './bounded-body'

/** How long the rows are worked on before other work gets its turn, in milliseconds. */
const TURN_MS = 1
/** Bytes that are looked through between two looks at the clock. */
const STEP = 4096

const OPEN = new Set([0x5b, 0x7b])
const CLOSE = new Set([0x5d, 0x7d])
const COMMA = 0x2c
const QUOTE = 0x22
const BACKSLASH = 0x5c
const isBlank = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

/** The body is not one whole JSON array. */
export class NotAnArray extends Error {
  constructor(readonly found: 'other' | 'cut_off') {
    super(found === 'cut_off' ? 'The answer ends in the middle' : 'The answer is not a list')
    this.name = 'NotAnArray'
  }
}

/**
 * Reads a JSON array row by row while it arrives. Thousands of rows parsed at once would hold up every other
 * request for many milliseconds; here other work gets its turn every few.
 * @param limit bytes after content decoding.
 * @param onRow called with the text of each element, which is not parsed yet.
 * @throws NotAnArray, BodyTooLarge, and whatever the connection fails with.
 */
export async function readJsonRows(
  response: Response,
  limit: number,
  onRow: (text: string) => void,
): Promise<void> {
  const splitter = createSplitter(onRow)
  let length = 0
  let turnEnds = performance.now() + TURN_MS
  if (response.body !== null) {
    // Leaving the loop early cancels the stream and with it the transfer.
    for await (const chunk of response.body) {
      length += chunk.byteLength
      if (length > limit) throw new BodyTooLarge(limit)
      for (let start = 0; start < chunk.byteLength; start += STEP) {
        splitter.take(chunk.subarray(start, start + STEP))
        if (performance.now() < turnEnds) continue
        await otherWork()
        turnEnds = performance.now() + TURN_MS
      }
    }
  }
  splitter.end()
}

/** Lets what waits in the event loop run. */
function otherWork(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0))
}

/** Finds the elements of a JSON array in its bytes: in UTF-8 no byte of a longer character looks like a sign. */
function createSplitter(onRow: (text: string) => void) {
  let depth = 0
  let inString = false
  let escaped = false
  let ended = false
  /** Bytes of the element that has begun. */
  let parts: Uint8Array[] = []
  let anything = false

  function finish(last: Uint8Array): void {
    const decoder = new TextDecoder()
    const text = [...parts, last].map((part) => decoder.decode(part, { stream: true })).join('')
    parts = []
    const row = (text + decoder.decode()).trim()
    if (row !== '') onRow(row)
  }

  /** @returns whether the array begins here. */
  function beginsAt(byte: number): boolean {
    // A byte order mark in front is not part of the text.
    if (isBlank(byte) || (!anything && (byte === 0xef || byte === 0xbb || byte === 0xbf))) return false
    anything = true
    if (ended || byte !== 0x5b) throw new NotAnArray('other')
    return true
  }

  return {
    take(bytes: Uint8Array): void {
      let start = depth > 0 ? 0 : -1
      for (let at = 0; at < bytes.length; at += 1) {
        const byte = bytes[at] ?? 0
        if (depth === 0) {
          if (!beginsAt(byte)) continue
          depth = 1
          start = at + 1
        } else if (inString) {
          if (escaped) escaped = false
          else if (byte === BACKSLASH) escaped = true
          else if (byte === QUOTE) inString = false
        } else if (byte === QUOTE) {
          inString = true
        } else if (OPEN.has(byte)) {
          depth += 1
        } else if (CLOSE.has(byte)) {
          depth -= 1
          if (depth > 0) continue
          finish(bytes.subarray(start, at))
          ended = true
          start = -1
        } else if (byte === COMMA && depth === 1) {
          finish(bytes.subarray(start, at))
          start = at + 1
        }
      }
      // The stream may use the memory of a chunk again.
      if (start >= 0 && depth > 0) parts.push(bytes.slice(start))
    },
    end(): void {
      if (!anything) throw new NotAnArray('other')
      if (!ended) throw new NotAnArray('cut_off')
    },
  }
}
