import { once } from 'node:events'
import { createServer, IncomingMessage, ServerResponse } from 'node:http'
import { connect, Socket } from 'node:net'
import { createApp, createEvent, defineEventHandler, toNodeListener } from 'h3'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { yieldNow } from '#server/async/yield'
import { textBody, type Pieces } from '#server/http/text-body'
import { freePort } from '#tests/support/free-port'
import { rawRequest } from '#tests/support/raw-request'

const PIECE = 'x'.repeat(64 * 1024)

/** Endless chunks, and whether the reader has cancelled them. */
function endless() {
  const state = { made: 0, ended: false }
  async function* make(): Pieces {
    try {
      for (;;) {
        state.made++
        await yieldNow()
        yield PIECE
      }
    } finally {
      state.ended = true
    }
  }
  return { state, pieces: make() }
}

async function* failing(): Pieces {
  for (const piece of [PIECE, PIECE, PIECE]) yield piece
  throw new Error('the database is gone')
}

/**
 * Starts a response of some text to a client that reads nothing while its buffer is full, as it is at first.
 */
async function toFullClient(pieces: Pieces) {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  const buffer = { full: true }
  Object.defineProperty(response, 'writableNeedDrain', { get: () => buffer.full })
  const before = response.listenerCount('close')
  const body = await textBody(createEvent(request, response), pieces)
  if (!(body instanceof ReadableStream)) throw new Error('It is not streamed')
  return { response, buffer, reader: body.getReader(), before }
}

/** Responds to every request with some text. */
async function serving(pieces: Pieces, onError: (error: unknown) => void = () => undefined) {
  const app = createApp().use(
    defineEventHandler(async (event) => {
      event.context.headersOnly = event.method === 'HEAD'
      return textBody(event, pieces)
    }),
  )
  const listener = toNodeListener(app)
  const server = createServer((request, response) => {
    app.options.onError = (error) => {
      onError(error)
      response.destroy()
    }
    void listener(request, response)
  })
  const port = await freePort()
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

describe('text that is streamed', () => {
  it('ends once the client has disconnected', async () => {
    for (const encoding of ['identity', 'gzip']) {
      const { state, pieces } = endless()
      const server = await serving(pieces)
      const client = connect(server.port, '127.0.0.1')
      client.write(`GET / HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: ${encoding}\r\n\r\n`)
      await once(client, 'data')
      client.destroy()
      await expect.poll(() => state.ended).toBe(true)
      await server.close()
    }
  })

  it('pauses while the client has not taken what is there', async () => {
    const { state, pieces } = endless()
    const { response, buffer, reader, before } = await toFullClient(pieces)
    let taken = false
    const first = reader.read().then(() => (taken = true))
    for (let turn = 0; turn < 20; turn++) await yieldNow()
    expect([taken, state.made]).toEqual([false, 2])
    buffer.full = false
    response.emit('drain')
    await first
    await reader.cancel()
    expect(state.ended).toBe(true)
    expect([response.listenerCount('drain'), response.listenerCount('close')]).toEqual([0, before])
  })

  it('is cut off after a minute in which the client takes nothing', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { state, pieces } = endless()
    const { response, reader } = await toFullClient(pieces)
    const first = reader.read()
    await vi.advanceTimersByTimeAsync(59_000)
    expect([response.destroyed, state.ended]).toEqual([false, false])
    await vi.advanceTimersByTimeAsync(1000)
    expect(await first).toEqual({ done: true, value: undefined })
    expect([response.destroyed, state.ended]).toEqual([true, true])
  })

  it('is cut off if producing it fails, so that it is not mistaken for complete', async () => {
    const errors: unknown[] = []
    const server = await serving(failing(), (error) => errors.push(error))
    const answer = await fetch(server.url)
    expect(answer.status).toBe(200)
    await expect(answer.text()).rejects.toThrow('terminated')
    expect(errors).toEqual([expect.objectContaining({ message: 'the database is gone' })])
    await server.close()
  })

  it('is not produced for HEAD', async () => {
    const { state, pieces } = endless()
    const server = await serving(pieces)
    const { status, headers, body } = await rawRequest(server.url, [
      'HEAD / HTTP/1.1',
      'Accept-Encoding: gzip',
    ])
    expect([status, headers.get('content-encoding'), body]).toEqual([200, 'gzip', ''])
    expect(state.ended).toBe(true)
    await server.close()
  })
})
