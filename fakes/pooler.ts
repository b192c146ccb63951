import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { frames, message, startupParameters, type Frame } from './pooler/protocol'
import { connectUpstream, type Upstream } from './pooler/upstream'

const SSL_REQUEST = 80_877_103
const CANCEL_REQUEST = 80_877_102
/** Parameters that PgBouncer tracks; it refuses all others as a connection is made. */
const KNOWN = new Set(['user', 'database', 'application_name', 'client_encoding', 'DateStyle', 'TimeZone'])

/** A pooler like PgBouncer in transaction mode, and what became of what went through it. */
export interface Pooler {
  port: number
  /** For each transaction, in their order, the connection to the server that it was handed to. */
  handedTo: readonly number[]
  close(): Promise<void>
}

/**
 * Hands each transaction to another connection than the one before, so that whatever relies on a connection of its
 * own fails: prepared statements, settings, LISTEN. The server must trust every user.
 * While the server is gone, clients are let in and wait.
 * @param target port of PostgreSQL on this machine.
 * @param options.size connections to it.
 * @param options.ignoresUnknown parameters that it does not track are dropped without a word, as with PgBouncer's
 * `ignore_startup_parameters`, in place of being refused.
 */
export async function startPooler(
  target: number,
  options: { size?: number; ignoresUnknown?: boolean } = {},
): Promise<Pooler> {
  const { size = 3, ignoresUnknown = false } = options
  const idle: Upstream[] = []
  const waiting: ((upstream: Upstream) => void)[] = []
  const handedTo: number[] = []
  const sockets = new Set<Socket>()
  const busy = new Map<number, Upstream>()
  let made = 0
  let clients = 0

  async function take(parameters: ReadonlyMap<string, string>): Promise<Upstream> {
    // The one that has rested longest: with more than one, never the last one again.
    if (made < size) {
      made += 1
      return connectUpstream(target, parameters, made)
    }
    return idle.shift() ?? new Promise((resolve) => waiting.push(resolve))
  }

  function giveBack(upstream: Upstream): void {
    const next = waiting.shift()
    if (next) next(upstream)
    else idle.push(upstream)
  }

  /** What its client left in the middle ends with the connection. */
  function throwAway(upstream: Upstream, parameters: ReadonlyMap<string, string>): void {
    upstream.onFrame(() => undefined)
    upstream.close()
    made -= 1
    const next = waiting.shift()
    if (next) void take(parameters).then(next)
  }

  function serve(client: Socket): void {
    clients += 1
    const key = clients
    let parameters: ReadonlyMap<string, string> | undefined
    let upstream: Upstream | undefined
    let taking = false
    let gone = false
    const held: Frame[] = []

    function forward(): void {
      if (upstream) {
        for (const frame of held.splice(0)) upstream.send(frame.bytes)
      } else if (!taking && held.length > 0 && parameters) {
        taking = true
        take(parameters).then(begin, () => undefined)
      }
    }

    function begin(taken: Upstream): void {
      taking = false
      if (gone) return giveBack(taken)
      handedTo.push(taken.id)
      busy.set(key, taken)
      upstream = taken
      taken.onFrame((frame) => {
        // News for whoever listened on this connection: nobody knows who that was.
        if (frame.type !== 'A') client.write(frame.bytes)
        if (frame.type === 'Z' && frame.bytes.at(-1) === 'I'.charCodeAt(0)) end()
      })
      forward()
    }

    function end(): void {
      if (!upstream) return
      upstream.onFrame(() => undefined)
      busy.delete(key)
      giveBack(upstream)
      upstream = undefined
      forward()
    }

    function greet(bytes: Buffer): void {
      const code = bytes.readInt32BE(4)
      if (code === SSL_REQUEST) return void client.write('N')
      if (code === CANCEL_REQUEST) {
        busy.get(bytes.readInt32BE(8))?.cancel()
        return void client.end()
      }
      parameters = startupParameters(bytes)
      const unknown = [...parameters.keys()].find((name) => !KNOWN.has(name))
      if (unknown !== undefined && !ignoresUnknown) {
        const fields = `SFATAL\0VFATAL\0C08P01\0Munsupported startup parameter: ${unknown}\0\0`
        return void client.end(message('E', Buffer.from(fields)))
      }
      const numbers = Buffer.alloc(8)
      numbers.writeInt32BE(key)
      client.write(
        Buffer.concat([message('R', Buffer.alloc(4)), message('K', numbers), message('Z', Buffer.from('I'))]),
      )
    }

    const read = frames()
    client.on('data', (bytes) => {
      for (const frame of read(bytes, () => parameters === undefined)) {
        if (frame.type === '') greet(frame.bytes)
        else if (frame.type === 'X') client.end()
        else held.push(frame)
      }
      forward()
    })
    client.on('error', () => client.destroy())
    client.on('close', () => {
      gone = true
      busy.delete(key)
      if (upstream && parameters) throwAway(upstream, parameters)
      upstream = undefined
    })
  }

  const server = createServer({ noDelay: true }, (client) => {
    sockets.add(client)
    client.on('close', () => sockets.delete(client))
    serve(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The pooler has no port')

  return {
    port: address.port,
    handedTo,
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      for (const upstream of [...idle, ...busy.values()]) upstream.close()
      await closed
    },
  }
}
