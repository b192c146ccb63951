import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { frames, message, startupParameters, type Frame } from './pooler/protocol'
import { connectUpstream, type Upstream } from './pooler/upstream'

const SSL_REQUEST = 80_877_103
const CANCEL_REQUEST = 80_877_102
/** Parameters that PgBouncer tracks; it refuses connections with others. */
const KNOWN = new Set(['user', 'database', 'application_name', 'client_encoding', 'DateStyle', 'TimeZone'])

/** A pooler like PgBouncer in transaction mode, with a record of its transactions. */
export interface Pooler {
  port: number
  /** The server connection used for each transaction, in order. */
  assignedTo: readonly number[]
  close(): Promise<void>
}

interface PoolerOptions {
  /** Connections to the server. */
  size?: number
  /**
   * Silently drops unknown parameters instead of refusing the connection, as PgBouncer's
   * `ignore_startup_parameters` does.
   */
  ignoresUnknown?: boolean
}

type Parameters = ReadonlyMap<string, string>

interface Context extends Required<PoolerOptions> {
  /** Port of PostgreSQL. */
  target: number
  idle: Upstream[]
  waiting: ((upstream: Upstream) => void)[]
  handedTo: number[]
  /** By client number. */
  busy: Map<number, Upstream>
  made: number
}

interface Client {
  socket: Socket
  key: number
  parameters?: Parameters
  upstream?: Upstream | undefined
  taking: boolean
  gone: boolean
  /** Frames not yet passed to a server connection. */
  held: Frame[]
}

/**
 * Starts a pooler that gives each transaction a different connection from the previous one, so that anything
 * that relies on a particular connection fails: prepared statements, settings, LISTEN. The server must trust
 * every user. While the server is down, clients can connect and wait.
 * @param target port of PostgreSQL on this machine.
 */
export async function startPooler(target: number, options: PoolerOptions = {}): Promise<Pooler> {
  const { size = 3, ignoresUnknown = false } = options
  const context: Context = {
    target,
    size,
    ignoresUnknown,
    idle: [],
    waiting: [],
    handedTo: [],
    busy: new Map(),
    made: 0,
  }
  const sockets = new Set<Socket>()
  let clients = 0

  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    clients += 1
    serve(context, { socket, key: clients, taking: false, gone: false, held: [] })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The pooler has no port')

  return {
    port: address.port,
    assignedTo: context.handedTo,
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      for (const upstream of [...context.idle, ...context.busy.values()]) upstream.close()
      await closed
    },
  }
}

async function take(context: Context, parameters: Parameters): Promise<Upstream> {
  // The connection idle the longest: if there are several, never the last one used.
  if (context.made < context.size) {
    context.made += 1
    return connectUpstream(context.target, parameters, context.made)
  }
  return context.idle.shift() ?? new Promise((resolve) => context.waiting.push(resolve))
}

function giveBack({ waiting, idle }: Context, upstream: Upstream): void {
  const next = waiting.shift()
  if (next) next(upstream)
  else idle.push(upstream)
}

/** Ends work that its client abandoned, together with the connection. */
function discard(context: Context, upstream: Upstream, parameters: Parameters): void {
  upstream.onFrame(() => undefined)
  upstream.close()
  context.made -= 1
  const next = context.waiting.shift()
  if (next) void take(context, parameters).then(next)
}

function serve(context: Context, client: Client): void {
  const { socket, key, held } = client
  const read = frames()
  socket.on('data', (bytes) => {
    for (const frame of read(bytes, () => client.parameters === undefined)) {
      if (frame.type === '') greet(context, client, frame.bytes)
      else if (frame.type === 'X') socket.end()
      else held.push(frame)
    }
    forward(context, client)
  })
  socket.on('error', () => socket.destroy())
  socket.on('close', () => {
    client.gone = true
    context.busy.delete(key)
    if (client.upstream && client.parameters) discard(context, client.upstream, client.parameters)
    client.upstream = undefined
  })
}

function greet({ busy, ignoresUnknown }: Context, client: Client, bytes: Buffer): void {
  const { socket, key } = client
  const code = bytes.readInt32BE(4)
  if (code === SSL_REQUEST) return void socket.write('N')
  if (code === CANCEL_REQUEST) {
    busy.get(bytes.readInt32BE(8))?.cancel()
    return void socket.end()
  }
  client.parameters = startupParameters(bytes)
  const unknown = [...client.parameters.keys()].find((name) => !KNOWN.has(name))
  if (unknown !== undefined && !ignoresUnknown) {
    const fields = `SFATAL\0VFATAL\0C08P01\0Munsupported startup parameter: ${unknown}\0\0`
    return void socket.end(message('E', Buffer.from(fields)))
  }
  const numbers = Buffer.alloc(8)
  numbers.writeInt32BE(key)
  socket.write(
    Buffer.concat([message('R', Buffer.alloc(4)), message('K', numbers), message('Z', Buffer.from('I'))]),
  )
}

function forward(context: Context, client: Client): void {
  const { upstream, held, parameters } = client
  if (upstream) {
    for (const frame of held.splice(0)) upstream.send(frame.bytes)
  } else if (!client.taking && held.length > 0 && parameters) {
    client.taking = true
    take(context, parameters).then(
      (taken) => begin(context, client, taken),
      () => undefined,
    )
  }
}

function begin(context: Context, client: Client, taken: Upstream): void {
  client.taking = false
  if (client.gone) return giveBack(context, taken)
  context.handedTo.push(taken.id)
  context.busy.set(client.key, taken)
  client.upstream = taken
  taken.onFrame((frame) => {
    // A notification is dropped: the client that listens on this connection is unknown.
    if (frame.type !== 'A') client.socket.write(frame.bytes)
    if (frame.type === 'Z' && frame.bytes.at(-1) === 'I'.charCodeAt(0)) end(context, client)
  })
  forward(context, client)
}

function end(context: Context, client: Client): void {
  const { upstream } = client
  if (!upstream) return
  upstream.onFrame(() => undefined)
  context.busy.delete(client.key)
  giveBack(context, upstream)
  client.upstream = undefined
  forward(context, client)
}
