import { BodyTooLarge, boundedChunks } from './bounded-body'
import { createRowSplitter } from './row-splitter'

/** How long the rows are worked on before other work gets its turn, in milliseconds. */
const TURN_MS = 1
/** Bytes that are looked through between two looks at the clock. */
const STEP = 4096

/** How much of a list is read. */
export interface RowLimits {
  /** Of the whole answer, after content decoding. */
  maxBytes: number
  /** Rows, readable or not, after which reading stops. */
  maxRows: number
  /** Of one row; a longer one is left out. */
  maxRowBytes: number
}

/**
 * Reads a JSON array row by row while it arrives. `JSON.parse` of 2,000 rows at once holds up every other request
 * for 6.2 ms on the machine of docs/benchmarks.md, where 5 ms are allowed; here other work gets its turn every
 * millisecond or two.
 * @param onRow called with the text of each element, which is not parsed yet; null for one that is too long.
 * @returns whether there was more than is read.
 * @throws NotAnArray, BodyTooLarge where not even one row was read, and whatever the connection fails with.
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
    // What has come so far is kept: long rows behind it are their own loss alone.
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

/** Lets what waits in the event loop run. */
function otherWork(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0))
}
