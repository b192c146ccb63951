import { yieldEvery } from '#server/async/yield'
import { BodyTooLarge, boundedChunks } from './bounded-body'

/** Bytes scanned between checks of the clock. */
const STEP = 4096

/** How much of a list to read at most. */
export interface RowLimits {
  /** Of the whole response, after content decoding. */
  maxBytes: number
  /** Rows, readable or not, after which reading stops. */
  maxRows: number
  /** Of one row; a longer one is skipped. */
  maxRowBytes: number
}

/**
 * Reads a JSON array row by row as it arrives, so that other work gets a turn every millisecond or two. A single
 * `JSON.parse` would block all other requests for 2 to 6 ms per megabyte, depending on how warm it is; the limit is
 * 5 ms, and an answer may have 64 MB.
 * @param onRow called with the unparsed text of each element; null for one that is too long.
 * @returns `cut`: whether the response has more than was read.
 * @throws NotAnArray, BodyTooLarge if not even one row was read, and whatever the connection fails with.
 */
export async function readJsonRows(
  response: Pick<Response, 'body'>,
  { maxBytes, maxRows, maxRowBytes }: RowLimits,
  onRow: (text: string | null) => void,
): Promise<{ cut: boolean }> {
  let rows = 0
  let bytes = 0
  const splitter = createRowSplitter(maxRowBytes, (text) => {
    rows += 1
    if (rows <= maxRows) onRow(text)
  })
  const yieldIfDue = yieldEvery()
  for await (const chunk of boundedChunks(response, Number.POSITIVE_INFINITY)) {
    bytes += chunk.byteLength
    if (bytes > maxBytes && rows === 0) throw new BodyTooLarge(maxBytes)
    // Rows read so far are kept: long rows after them lose only themselves.
    if (bytes > maxBytes) return { cut: true }
    for (let start = 0; start < chunk.byteLength;) {
      start += splitter.take(chunk.subarray(start, start + STEP))
      if (rows > maxRows) return { cut: true }
      await yieldIfDue()
    }
  }
  splitter.end()
  return { cut: false }
}

const OPEN = new Set([0x5b, 0x7b])
const CLOSE = new Set([0x5d, 0x7d])
const COMMA = 0x2c
const QUOTE = 0x22
const BACKSLASH = 0x5c
const isBlank = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

/** The body is not a complete JSON array. */
export class NotAnArray extends Error {
  constructor(readonly found: 'other' | 'cut_off') {
    super(found === 'cut_off' ? 'The response is incomplete' : 'The response is not a list')
    this.name = 'NotAnArray'
  }
}

/**
 * Collects the bytes of rows, one at a time.
 * @param maxRowBytes maximum per row; nothing of a longer one is kept.
 */
function createRowParts(maxRowBytes: number, onRow: (text: string | null) => void) {
  /** Bytes of the current element. */
  let parts: Uint8Array[] = []
  let length = 0

  /** The stream may reuse a chunk's memory, so kept bytes are copied. */
  function keep(bytes: Uint8Array): void {
    length += bytes.byteLength
    if (length > maxRowBytes) parts = []
    else parts.push(bytes.slice())
  }

  /** @returns whether there was a row. */
  function finish(last: Uint8Array): boolean {
    const tooLong = length + last.byteLength > maxRowBytes
    const text = tooLong ? null : textOf(last)
    parts = []
    length = 0
    if (text === '') return false
    onRow(text)
    return true
  }

  function textOf(last: Uint8Array): string {
    const decoder = new TextDecoder()
    const text = [...parts, last].map((part) => decoder.decode(part, { stream: true })).join('')
    return (text + decoder.decode()).trim()
  }

  return { keep, finish }
}

/**
 * Finds the elements of a JSON array in its bytes: in UTF-8, no byte of a multi-byte character equals an
 * ASCII character.
 * @param maxRowBytes maximum per row; nothing of a longer one is kept.
 * @param onRow called with the text of each element, or null for one that is too long.
 */
function createRowSplitter(maxRowBytes: number, onRow: (text: string | null) => void) {
  const { keep, finish } = createRowParts(maxRowBytes, onRow)
  let depth = 0
  let inString = false
  let escaped = false
  let ended = false
  let anything = false

  /** @returns whether the array begins here. */
  function beginsAt(byte: number): boolean {
    // Skips a byte order mark at the start.
    if (isBlank(byte) || (!anything && (byte === 0xef || byte === 0xbb || byte === 0xbf))) return false
    anything = true
    if (ended || byte !== 0x5b) throw new NotAnArray('other')
    return true
  }

  return {
    /**
     * Scans bytes until a row ends.
     * @returns how many bytes were scanned.
     */
    take(bytes: Uint8Array): number {
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
          // An empty element is invalid JSON, and would bypass the row limit.
          if (!finish(bytes.subarray(start, at))) throw new NotAnArray('other')
          return at + 1
        }
      }
      if (start >= 0 && depth > 0) keep(bytes.subarray(start))
      return bytes.length
    },
    end(): void {
      if (!anything) throw new NotAnArray('other')
      if (!ended) throw new NotAnArray('cut_off')
    },
  }
}
