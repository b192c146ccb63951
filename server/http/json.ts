import { getResponseHeader, setResponseHeader, type H3Event } from 'h3'
import { jsonPieces } from './json-text'
import { textBody, type TextBody } from './text-body'

/**
 * Sends a response as JSON. A response is for one caller at one moment, so it is not cached unless the
 * handler says so.
 * @param value a list may be in batches, which are read while it is sent.
 * @returns the body; its headers are set.
 * @throws whatever reading the first entries throws.
 */
export async function jsonBody(event: H3Event, value: unknown): Promise<TextBody> {
  const body = await textBody(event, jsonPieces(value))
  setResponseHeader(event, 'content-type', 'application/json')
  if (!getResponseHeader(event, 'cache-control')) setResponseHeader(event, 'cache-control', 'no-store')
  return body
}
