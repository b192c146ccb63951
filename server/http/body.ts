import { getRequestWebStream, type H3Event } from 'h3'
import { defineProblem } from '#server/errors/problem'
import { NestedTooDeeply, parseJson } from '#server/upstream/parse-json'
import { requestHeader } from '#server/security/request-header'

/** Maximum size of a body in bytes. */
export const BODY_LIMIT = 1024 * 1024
/** The maximum for public operations: a sign-in or setup is short, and many strangers may keep one open. */
export const PUBLIC_BODY_LIMIT = 16 * 1024

const tooLarge = defineProblem('body_too_large', 413)
const invalidJson = defineProblem('invalid_json', 400)
const incomplete = defineProblem('body_incomplete', 400)

/**
 * Reads the body as JSON whatever its content type, because existing clients omit it.
 * @param limit in bytes.
 * @returns undefined for an empty body.
 * @throws AppError `body_too_large` as soon as the limit is exceeded, `invalid_json` for anything but UTF-8
 *   JSON of plausible depth.
 */
export async function readJson(event: H3Event, limit = BODY_LIMIT): Promise<unknown> {
  const text = decode(await readBytes(event, limit))
  if (text.trim() === '') return undefined
  try {
    return parseJson(text)
  } catch (cause) {
    if (cause instanceof NestedTooDeeply) throw invalidJson({ why: 'nesting' }, { cause })
    throw invalidJson({ why: 'syntax' }, { cause })
  }
}

function decode(chunks: readonly Uint8Array[]): string {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    const text = chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join('')
    return text + decoder.decode()
  } catch (cause) {
    throw invalidJson({ why: 'encoding' }, { cause })
  }
}

async function readBytes(event: H3Event, limit: number): Promise<Uint8Array[]> {
  const declared = Number(requestHeader(event, 'content-length') ?? 0)
  if (declared > limit) throw refusal(limit)
  const stream: ReadableStream<Uint8Array> | undefined = getRequestWebStream(event)
  const reader = stream?.getReader()
  const chunks: Uint8Array[] = []
  if (!reader) return chunks
  let size = 0
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.byteLength
      if (size > limit) break
      chunks.push(part.value)
    }
  } catch (cause) {
    throw incomplete({}, { cause })
  }
  if (size <= limit) return chunks
  void discard(reader)
  throw refusal(limit)
}

/**
 * Reads and drops the rest of the body while the refusal is sent: a client cut off while sending often never
 * sees the response. The server's request timeout limits this.
 */
async function discard(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  let ended = false
  while (!ended) {
    ended = await reader.read().then(
      ({ done }) => done,
      // The client disconnected, which also ends the body.
      () => true,
    )
  }
}

function refusal(limit: number) {
  return tooLarge({ why: 'bytes', limit })
}
