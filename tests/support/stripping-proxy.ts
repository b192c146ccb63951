import { createServer, request as forward } from 'node:http'

/**
 * A reverse proxy that strips a prefix from paths, and responds to all others with a 404.
 * @param target any address of the server; only host and port count.
 * @param prefix without a trailing slash.
 * @returns its address with the prefix and a trailing slash.
 */
export async function startStrippingProxy(
  target: string,
  prefix: string,
): Promise<{ url: string; close: () => Promise<void> }> {
  const { hostname, port } = new URL(target)
  const server = createServer((incoming, outgoing) => {
    const { method, url = '/', headers } = incoming
    if (!url.startsWith(prefix)) {
      outgoing.writeHead(404).end('Another site')
      return
    }
    const path = url.slice(prefix.length)
    const passed = forward({
      ...{ hostname, port, method, headers },
      path: path.startsWith('/') ? path : `/${path}`,
    })
    passed.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    outgoing.on('close', () => passed.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>((started) => server.listen(0, '127.0.0.1', started))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port')
  return {
    url: `http://127.0.0.1:${address.port}${prefix}/`,
    async close() {
      const closed = new Promise((done) => server.close(done))
      server.closeAllConnections()
      await closed
    },
  }
}
