import {
  appendResponseHeader,
  getRequestHeader,
  getResponseHeader,
  setResponseHeader,
  type H3Event,
} from 'h3'
import { jsonText } from './json-text'

/** Characters from which on compressing saves more than it costs. */
const WORTH_COMPRESSING = 2000

/**
 * Writes an answer as JSON, compressed where it is long and the client takes that. Answers are about one
 * caller at one moment, so nothing keeps them unless the handler has said otherwise.
 * @returns the body; its headers are set.
 */
export async function jsonBody(event: H3Event, value: unknown): Promise<string | Uint8Array> {
  const text = await jsonText(value)
  setResponseHeader(event, 'content-type', 'application/json')
  if (!getResponseHeader(event, 'cache-control')) setResponseHeader(event, 'cache-control', 'no-store')
  if (text.length < WORTH_COMPRESSING) return text
  appendResponseHeader(event, 'vary', 'accept-encoding')
  if (!acceptsGzip(getRequestHeader(event, 'accept-encoding'))) return text
  setResponseHeader(event, 'content-encoding', 'gzip')
  const compressed = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))
  return new Uint8Array(await new Response(compressed).arrayBuffer())
}

/** `q=0` refuses an encoding; RFC 9110, section 12.5.3. */
export function acceptsGzip(header: string | undefined): boolean {
  const [, quality] = /(?:^|,)\s*(?:x-)?gzip\s*(?:;\s*q\s*=\s*([\d.]+)\s*)?(?=,|$)/i.exec(header ?? '') ?? []
  return /(?:^|,)\s*(?:x-)?gzip\b/i.test(header ?? '') && Number(quality ?? 1) > 0
}
