/** The body was longer than allowed; reading stopped there. */
export class BodyTooLarge extends Error {
  constructor(limit: number) {
    super(`The answer is longer than ${limit} bytes`)
    this.name = 'BodyTooLarge'
  }
}

/**
 * Reads a response's body, stopping as soon as it exceeds the limit.
 * @param limit in bytes, after content decoding
 * @throws BodyTooLarge, and whatever the connection fails with
 */
export async function readBounded(response: Response, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  if (response.body !== null) {
    // Leaving the loop early cancels the stream and with it the transfer.
    for await (const chunk of response.body) {
      length += chunk.byteLength
      if (length > limit) throw new BodyTooLarge(limit)
      chunks.push(chunk)
    }
  }
  const whole = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    whole.set(chunk, offset)
    offset += chunk.byteLength
  }
  return whole
}
