import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A proxy to a server whose machine can vanish, which no one on the other side of a connection hears of. */
interface VanishingProxy {
  port: number
  /** Connections that are open or silent. */
  connections: () => number
  /**
   * Every connection falls silent for good, without being closed. Those made meanwhile are accepted and never answered.
   * @param alive whether the server keeps its side of them, as if only the network had gone.
   */
  vanish(alive?: boolean): void
  /** Lets new connections through. */
  appear(): void
  /** New connections reach another port of this machine. */
  turnTo(port: number): void
  /** Answers trickle, a part every so many milliseconds; as they come if null. */
  trickle(every: number | null): void
  /** Parts of answers that have trickled. */
  trickled: () => number
  close(): Promise<void>
}

/** Forwards connections to a port of this machine. */
export async function startVanishingProxy(target: number): Promise<VanishingProxy> {
  const clients = new Map<Socket, Socket | undefined>()
  let gone = false
  let port = target
  const { slow, ...pace } = createPace()
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = gone ? undefined : connect({ port, host: '127.0.0.1', noDelay: true })
    clients.set(client, upstream)
    client.on('error', () => client.destroy())
    client.on('close', () => {
      clients.delete(client)
      upstream?.destroy()
    })
    if (!upstream) return void client.resume()
    client.pipe(upstream).pipe(client)
    upstream.on('data', () => slow(upstream))
    upstream.on('error', () => client.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port')

  return {
    port: address.port,
    connections: () => clients.size,
    vanish(alive = false) {
      gone = true
      for (const [client, upstream] of clients) {
        client.unpipe()
        client.resume()
        upstream
          ?.unpipe()
          .removeAllListeners('error')
          .on('error', () => undefined)
        if (!alive) upstream?.destroy()
      }
    },
    appear() {
      gone = false
    },
    turnTo(other) {
      port = other
    },
    ...pace,
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const client of clients.keys()) client.destroy()
      await closed
    },
  }
}

function createPace() {
  let pace: number | null = null
  let parts = 0
  return {
    slow(upstream: Socket): void {
      if (pace === null) return
      parts += 1
      upstream.pause()
      setTimeout(() => upstream.resume(), pace)
    },
    trickle(every: number | null): void {
      pace = every
    },
    trickled: () => parts,
  }
}
