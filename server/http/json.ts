import {
  appendResponseHeader,
  getRequestHeader,
  getResponseHeader,
  setResponseHeader,
  type H3Event,
} from 'h3'
import { yieldNow } from '#server/async/yield'
import { jsonPieces } from './json-text'

/** Characters from which on compressing saves more than it costs. */
const WORTH_COMPRESSING = 2000

/**
 * Writes an answer as JSON, compressed where it is long and the client takes that. Answers are about one
 * caller at one moment, so nothing keeps them unless the handler has said otherwise.
 * @returns the body; its headers are set.
 */
export async function jsonBody(event: H3Event, value: unknown): Promise<string | Uint8Array> {
  const pieces = await jsonPieces(value)
  setResponseHeader(event, 'content-type', 'application/json')
  if (!getResponseHeader(event, 'cache-control')) setResponseHeader(event, 'cache-control', 'no-store')
  const [first = '', second] = pieces
  if (second === undefined && first.length < WORTH_COMPRESSING) return first
  appendResponseHeader(event, 'vary', 'accept-encoding')
  if (!acceptsGzip(getRequestHeader(event, 'accept-encoding'))) {
    return second === undefined ? first : collected(encoded(pieces))
  }
  setResponseHeader(event, 'content-encoding', 'gzip')
  // One piece at once costs a third of what a stream of it does.
  if (second === undefined) return event.context.app.gzip(first)
  return collected(encoded(pieces).pipeThrough(new CompressionStream('gzip')))
}

/** Text as bytes, a piece at a time: encoding and copying megabytes at once would hold up everybody else. */
function encoded(pieces: readonly string[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  const waiting = pieces.values()
  return new ReadableStream({
    async pull(controller) {
      await yieldNow()
      const { value: piece } = waiting.next()
      if (piece === undefined) controller.close()
      else controller.enqueue(encoder.encode(piece))
    },
  })
}

const collected = async (bytes: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Uint8Array> =>
  new Uint8Array(await new Response(bytes).arrayBuffer())

/** `q=0` refuses an encoding; RFC 9110, section 12.5.3. */
export function acceptsGzip(header: string | undefined): boolean {
  const [, quality] = /(?:^|,)\s*(?:x-)?gzip\s*(?:;\s*q\s*=\s*([\d.]+)\s*)?(?=,|$)/i.exec(header ?? '') ?? []
  return /(?:^|,)\s*(?:x-)?gzip\b/i.test(header ?? '') && Number(quality ?? 1) > 0
}
