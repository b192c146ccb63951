import { appendResponseHeader, setResponseHeader, type H3Event } from 'h3'
import { waitForDrain } from './wait-for-drain'
import { requestHeader } from '#server/security/request-header'

/** From this many characters on, compression saves more than it costs. */
const WORTH_COMPRESSING = 2000

/** What a handler returns for a text body. */
export type TextBody = string | Uint8Array | ReadableStream<Uint8Array>

/** Text produced as it is sent. */
export type Pieces = AsyncGenerator<string, void>

type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>
type ServerResponse = H3Event['node']['res']

/**
 * Sends text, compressed if it is long and the client accepts that. A single piece is sent with its length.
 * Several are streamed: the next one is produced when the client has read the previous ones, and none after
 * it disconnects. If producing one fails after the first two, the connection is cut, so that no client
 * mistakes a partial response for a complete one.
 * @returns the body; its headers are set.
 * @throws whatever producing the first two pieces throws.
 */
export async function textBody(event: H3Event, pieces: Pieces): Promise<TextBody> {
  const first = (await pieces.next()).value ?? ''
  const second = (await pieces.next()).value
  if (second === undefined && first.length < WORTH_COMPRESSING) return first
  appendResponseHeader(event, 'vary', 'accept-encoding')
  const compressed = acceptsGzip(requestHeader(event, 'accept-encoding'))
  if (compressed) setResponseHeader(event, 'content-encoding', 'gzip')
  // Sending one piece directly costs a third of streaming it.
  if (second === undefined) return compressed ? event.context.app.gzip(first) : first
  if (event.context.headersOnly) {
    await pieces.return()
    return ''
  }
  const bytes = streamed(event.node.res, [first, second], pieces)
  return compressed ? bytes.pipeThrough(new CompressionStream('gzip')) : bytes
}

/** @param begun pieces to send before the others. */
function streamed(response: ServerResponse, begun: readonly string[], pieces: Pieces): Bytes {
  const encoder = new TextEncoder()
  const waiting = begun.values()
  const takeNext = async (): Promise<string | undefined> => {
    await waitForDrain(response)
    if (!response.destroyed) return waiting.next().value ?? (await nextOf(pieces, response))
    await pieces.return()
    return undefined
  }
  return new ReadableStream(
    {
      async pull(controller) {
        const piece = await takeNext()
        if (piece === undefined) controller.close()
        else controller.enqueue(encoder.encode(piece))
      },
      cancel: async () => void (await pieces.return()),
    },
    { highWaterMark: 0 },
  )
}

/** @returns undefined after the last one, or if producing one failed after the client disconnected. */
async function nextOf(pieces: Pieces, response: ServerResponse): Promise<string | undefined> {
  try {
    return (await pieces.next()).value ?? undefined
  } catch (error) {
    if (response.destroyed) return undefined
    throw error
  }
}

/** `q=0` refuses an encoding; RFC 9110, section 12.5.3. */
export function acceptsGzip(header: string | undefined): boolean {
  const [, quality] = /(?:^|,)\s*(?:x-)?gzip\s*(?:;\s*q\s*=\s*([\d.]+)\s*)?(?=,|$)/i.exec(header ?? '') ?? []
  return /(?:^|,)\s*(?:x-)?gzip\b/i.test(header ?? '') && Number(quality ?? 1) > 0
}
