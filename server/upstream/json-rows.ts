import { BodyTooLarge, boundedChunks } from './bounded-body'
import { createRowSplitter } from './row-splitter'

/** Milliseconds of work on rows before other work gets its turn. */
const TURN_MS = 1
/** Bytes scanned between checks of the clock. */
const STEP = 4096

/** How much of a list to read. */
export interface RowLimits {
  /** Of the whole answer, after content decoding. */
  maxBytes: number
  /** Rows, readable or not, after which reading stops. */
  maxRows: number
  /** Of one row; a longer one is skipped. */
  maxRowBytes: number
}

/**
 * Reads a JSON array row by row as it arrives. A single `JSON.parse` of 2,000 rows blocks all other requests for 6.2 ms
 * on the machine of docs/benchmarks.md, where 5 ms are allowed; here other work gets its turn every millisecond or two.
 * @param onRow called with the unparsed text of each element; null for one that is too long.
 * @returns whether there was more than was read.
 * @throws NotAnArray, BodyTooLarge if not even one row was read, and whatever the connection fails with.
 */
export async function readJsonRows(
  response: Response,
  { maxBytes, maxRows, maxRowBytes }: RowLimits,
  onRow: (text: string | null) => void,
): Promise<{ cut: boolean }> {
  let rows = 0
  let bytes = 0
  const splitter = createRowSplitter(maxRowBytes, (text) => {
    rows += 1
    if (rows <= maxRows) onRow(text)
  })
  let turnEnds = performance.now() + TURN_MS
  for await (const chunk of boundedChunks(response, Number.POSITIVE_INFINITY)) {
    bytes += chunk.byteLength
    if (bytes > maxBytes && rows === 0) throw new BodyTooLarge(maxBytes)
    // Rows read so far are kept: long rows after them cost only themselves.
    if (bytes > maxBytes) return { cut: true }
    for (let start = 0; start < chunk.byteLength;) {
      start += splitter.take(chunk.subarray(start, start + STEP))
      if (rows > maxRows) return { cut: true }
      if (performance.now() < turnEnds) continue
      await otherWork()
      turnEnds = performance.now() + TURN_MS
    }
  }
  splitter.end()
  return { cut: false }
}

/** Lets waiting work in the event loop run. */
function otherWork(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0))
}
