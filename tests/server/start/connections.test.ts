import { once } from 'node:events'
import { Agent, createServer, get, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { connect } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { closeStalled, createStop } from '#server/start/connections'
import { createGate } from '#tests/support/gate'

let server: Server
const agent = new Agent({ keepAlive: true })
afterEach(() => {
  server.closeAllConnections()
  server.close()
  agent.destroy()
})

/** @returns its port. */
async function listen(handler: RequestListener, prepare: (server: Server) => void): Promise<number> {
  server = createServer(handler)
  prepare(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

const ask = (port: number) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, host: '127.0.0.1', agent }, resolve).on('error', reject)
  })

it('A reader that stops in the middle of an answer is cut off, one for whom nothing waits is not', async () => {
  let wasCut: () => void = () => undefined
  const cut = new Promise<void>((resolve) => (wasCut = resolve))
  const port = await listen(
    (request, response) => {
      response.write('begun')
      if (request.url === '/large') response.once('close', wasCut).end(Buffer.alloc(64 * 1024 * 1024))
    },
    (created) => closeStalled(created, 50),
  )
  const quiet = connect(port, '127.0.0.1').on('data', () => undefined)
  quiet.write('GET /quiet HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const stalled = connect(port, '127.0.0.1')
  stalled.pause().write('GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await cut
  expect(quiet.destroyed).toBe(false)
  expect(quiet.readyState).toBe('open')
  quiet.destroy()
  stalled.destroy()
})

it('A stop finishes the answer under way, and says that its connection ends', async () => {
  const gate = createGate()
  let stop: ReturnType<typeof createStop> = () => Promise.resolve()
  const port = await listen(
    (_request, response) => void gate.pass().then(() => response.end('whole')),
    (created) => (stop = createStop(created)),
  )
  const answering = ask(port)
  await once(server, 'request')
  const stopped = stop(60_000)
  gate.open()
  const answer = await answering
  expect(answer.headers.connection).toBe('close')
  expect(String(await once(answer, 'data'))).toBe('whole')
  await stopped
})

it('A stop cuts what is not answered in time', async () => {
  let stop: ReturnType<typeof createStop> = () => Promise.resolve()
  const port = await listen(
    () => undefined,
    (created) => (stop = createStop(created)),
  )
  const answering = ask(port)
  await once(server, 'request')
  const [failed] = await Promise.all([answering.catch((error: unknown) => error), stop(1)])
  expect(failed).toMatchObject({ code: 'ECONNRESET' })
})
