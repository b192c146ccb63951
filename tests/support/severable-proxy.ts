import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A proxy to a server that can be cut and restored, like a failing network. */
interface SeverableProxy {
  port: number
  /** Breaks every connection, and refuses new ones. */
  cut(): Promise<void>
  mend(): Promise<void>
}

/** Forwards connections to a port of this machine. */
export async function startSeverableProxy(target: number): Promise<SeverableProxy> {
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1')
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.pipe(other)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port')
  const { port } = address

  return {
    port,
    async cut() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
    mend: () => listen(port),
  }
}
