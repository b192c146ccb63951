import { getRequestHeader, getRequestWebStream, type H3Event } from 'h3'
import { defineError } from '../errors'

/** Largest accepted body in bytes. */
export const BODY_LIMIT = 1024 * 1024

const tooLarge = defineError({ code: 'body_too_large', status: 413, title: 'Body too large' })
const invalidJson = defineError({ code: 'invalid_json', status: 400, title: 'Invalid JSON' })

/**
 * Reads the body as JSON whatever its content type says, as existing clients leave that out.
 * @returns undefined for an empty body.
 * @throws AppError `body_too_large` as soon as the limit is passed, `invalid_json` for anything but UTF-8 JSON.
 */
export async function readJson(event: H3Event): Promise<unknown> {
  const text = await readText(event)
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    throw invalidJson('The body is not valid JSON.', { cause })
  }
}

async function readText(event: H3Event): Promise<string> {
  if (Number(getRequestHeader(event, 'content-length') ?? 0) > BODY_LIMIT) throw refuse()
  const stream = getRequestWebStream(event)
  if (!stream) return ''
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })
  let text = ''
  let size = 0
  try {
    for await (const chunk of stream) {
      size += chunk.byteLength
      if (size > BODY_LIMIT) throw refuse()
      text += decoder.decode(chunk, { stream: true })
    }
    return text + decoder.decode()
  } catch (error) {
    if (error instanceof TypeError) throw invalidJson('The body is not valid UTF-8.', { cause: error })
    throw error
  }
}

/** The connection is closed, so that a client that goes on sending is not read. */
function refuse() {
  return tooLarge(`The body is larger than ${BODY_LIMIT} bytes.`, { headers: { connection: 'close' } })
}
