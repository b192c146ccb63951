import { getResponseHeader, setResponseHeader, type H3Event } from 'h3'
import { jsonPieces } from './json-text'
import { textBody, type TextBody } from './text-body'

/**
 * Writes an answer as JSON. Answers are about one caller at one moment, so nothing keeps them unless the handler has
 * said otherwise.
 * @param value a list may come in batches; they are read while it is sent.
 * @returns the body; its headers are set.
 * @throws whatever reading the first entries does.
 */
export async function jsonBody(event: H3Event, value: unknown): Promise<TextBody> {
  const body = await textBody(event, jsonPieces(value))
  setResponseHeader(event, 'content-type', 'application/json')
  if (!getResponseHeader(event, 'cache-control')) setResponseHeader(event, 'cache-control', 'no-store')
  return body
}
