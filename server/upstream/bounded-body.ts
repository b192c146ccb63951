/** The body exceeded the limit, where reading stopped. */
export class BodyTooLarge extends Error {
  constructor(limit: number) {
    super(`The response is longer than ${limit} bytes`)
    this.name = 'BodyTooLarge'
  }
}

/** A response; only its body is read. */
type Answer = Pick<Response, 'body'>

/**
 * The only way to read other services' responses: chunk by chunk, up to a limit on the decompressed size,
 * because a small response may expand without end. Leaving the loop early cancels the transfer.
 * @param limit in bytes, after content decoding.
 * @throws BodyTooLarge, and whatever the connection fails with.
 */
export async function* boundedChunks(
  response: Answer,
  limit: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (response.body === null) return
  let length = 0
  for await (const chunk of response.body) {
    length += chunk.byteLength
    if (length > limit) throw new BodyTooLarge(limit)
    yield chunk
  }
}

/**
 * Reads a response's body, stopping as soon as it exceeds the limit.
 * @param limit in bytes, after content decoding
 * @throws BodyTooLarge, and whatever the connection fails with
 */
export async function readBounded(response: Answer, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of boundedChunks(response, limit)) {
    length += chunk.byteLength
    chunks.push(chunk)
  }
  const whole = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    whole.set(chunk, offset)
    offset += chunk.byteLength
  }
  return whole
}

/** Reads a response's body as UTF-8 text, like {@link readBounded}. */
export async function readBoundedText(response: Answer, limit: number): Promise<string> {
  return new TextDecoder().decode(await readBounded(response, limit))
}

/**
 * Reads the beginning of a body that only people will read: truncates a longer one, and keeps what arrived of
 * one that breaks off.
 * @param limit in bytes; one more chunk may be decoded.
 */
export async function readStart(response: Answer, limit: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  try {
    for await (const chunk of boundedChunks(response, Number.POSITIVE_INFINITY)) {
      const kept = chunk.subarray(0, limit - size)
      size += kept.byteLength
      text += decoder.decode(kept, { stream: true })
      if (size >= limit) return text
    }
  } catch {
    return text
  }
  return text + decoder.decode()
}
