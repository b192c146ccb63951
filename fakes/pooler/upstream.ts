import { connect } from 'node:net'
import { frames, untypedMessage, type Frame } from './protocol'

const PROTOCOL = 196_608
const CANCEL_REQUEST = 80_877_102

/** A connection from the pooler to the server. */
export interface Upstream {
  id: number
  send(bytes: Buffer): void
  /** Sets the listener for responses, replacing the previous one. */
  onFrame(listener: (frame: Frame) => void): void
  /** Asks the server to cancel this connection's work. */
  cancel(): void
  close(): void
}

/** Connects to a server that trusts every user. */
export async function connectUpstream(
  port: number,
  parameters: ReadonlyMap<string, string>,
  id: number,
): Promise<Upstream> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let listener: (frame: Frame) => void = () => undefined
  let key = Buffer.alloc(8)
  const read = frames()
  socket.on('data', (bytes) => {
    for (const frame of read(bytes, () => false)) listener(frame)
  })
  socket.on('error', () => socket.destroy())
  const words = ['user', 'database'].flatMap((name) => [name, parameters.get(name) ?? ''])
  const version = Buffer.alloc(4)
  version.writeInt32BE(PROTOCOL)
  socket.write(untypedMessage(Buffer.concat([version, Buffer.from(`${words.join('\0')}\0\0`)])))
  await new Promise<void>((ready, refused) => {
    socket.on('close', () => refused(new Error('The server refused the pooler')))
    listener = ({ type, bytes }) => {
      if (type === 'K') key = Buffer.from(bytes.subarray(5, 13))
      if (type === 'Z') ready()
    }
  })
  return {
    id,
    send: (bytes) => void socket.write(bytes),
    onFrame(heard) {
      listener = heard
    },
    cancel() {
      const request = Buffer.alloc(4)
      request.writeInt32BE(CANCEL_REQUEST)
      const way = connect(port, '127.0.0.1', () => way.end(untypedMessage(Buffer.concat([request, key]))))
      way.on('error', () => way.destroy())
    },
    close: () => socket.destroy(),
  }
}
