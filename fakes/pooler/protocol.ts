/** A protocol message; the first one of a connection has no type. */
export interface Frame {
  type: string
  bytes: Buffer
}

/**
 * Splits a stream into messages.
 * @returns a function that accepts received bytes, and whether the next message has no type, and returns the
 *   complete messages.
 */
export function frames() {
  let rest: Buffer = Buffer.alloc(0)

  return function* read(arrived: Buffer, untyped: () => boolean): Generator<Frame> {
    rest = Buffer.concat([rest, arrived])
    for (;;) {
      const offset = untyped() ? 0 : 1
      if (rest.length < offset + 4) return
      const length = offset + rest.readInt32BE(offset)
      if (rest.length < length) return
      const bytes = rest.subarray(0, length)
      rest = rest.subarray(length)
      yield { type: offset === 0 ? '' : bytes.toString('latin1', 0, 1), bytes }
    }
  }
}

/** A message with its type and length. */
export function message(type: string, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from(type), untypedMessage(content)])
}

/** A message without a type, like the first one of a connection. */
export function untypedMessage(content: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(4 + content.length)
  return Buffer.concat([length, content])
}

/** The parameters that a connection starts with. */
export function startupParameters(bytes: Buffer): Map<string, string> {
  const words = bytes.toString('utf8', 8).split('\0')
  const parameters = new Map<string, string>()
  for (let at = 0; at + 1 < words.length && words[at] !== ''; at += 2) {
    parameters.set(words[at] ?? '', words[at + 1] ?? '')
  }
  return parameters
}
