import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

/** A proxy between browser and server that can be taken down. */
interface FrontDoor {
  /** The server's address through it. */
  url: string
  /** Whether nothing gets through. */
  closed: boolean
  /** Changes the service worker in transit, as another build would. */
  otherBuild: ((worker: string) => string) | null
  stop: () => Promise<void>
}

/** @param target address of the server, with its base path and a trailing slash. */
export async function startFrontDoor(target: string): Promise<FrontDoor> {
  const server = createServer((incoming, outgoing) => pass(door, target, incoming, outgoing))
  const door: FrontDoor = {
    url: '',
    closed: false,
    otherBuild: null,
    async stop() {
      const stopped = new Promise((done) => server.close(done))
      server.closeAllConnections()
      await stopped
    },
  }
  await new Promise<void>((started) => server.listen(0, '127.0.0.1', started))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The door has no port')
  door.url = `http://127.0.0.1:${address.port}${new URL(target).pathname}`
  return door
}

function pass(door: FrontDoor, target: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (door.closed) {
    outgoing.destroy()
    return
  }
  const { hostname, port } = new URL(target)
  const { method, url: path, headers } = incoming
  // Always asks for the whole, uncompressed text, which may be changed in transit.
  const { 'accept-encoding': _a, 'if-none-match': _n, 'if-modified-since': _s, ...plain } = headers
  const passed = forward({ hostname, port, method, path, headers: plain })
  passed.on('response', (answer) => {
    const { otherBuild } = door
    if (otherBuild !== null && path?.endsWith('/sw.js')) {
      void text(answer).then((worker) => {
        outgoing.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' })
        outgoing.end(otherBuild(worker))
      })
      return
    }
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(outgoing)
  })
  passed.on('error', () => outgoing.destroy())
  outgoing.on('close', () => passed.destroy())
  incoming.pipe(passed)
}
