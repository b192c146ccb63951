import { request as forward } from 'node:http'
import { createServer } from 'node:https'
import { makeCertificate } from './certificate'

/**
 * A reverse proxy with https, as many people put in front of the server: it says so in the headers that the
 * server trusts on loopback.
 * @param target address of the server, with its base path and a trailing slash.
 * @returns the address of the same page through it.
 */
export async function startHttpsProxy(target: string): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer(makeCertificate(), (incoming, outgoing) => {
    const { hostname, port } = new URL(target)
    const passed = forward({
      ...{ hostname, port, method: incoming.method, path: incoming.url },
      headers: {
        ...incoming.headers,
        host: new URL(target).host,
        'x-forwarded-for': '198.51.100.7',
        'x-forwarded-host': incoming.headers.host,
        'x-forwarded-proto': 'https',
      },
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
    url: `https://127.0.0.1:${address.port}${new URL(target).pathname}`,
    async close() {
      const closed = new Promise((done) => server.close(done))
      server.closeAllConnections()
      await closed
    },
  }
}
