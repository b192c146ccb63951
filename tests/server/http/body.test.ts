import { once } from 'node:events'
import { request } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { problemSchema } from '#contract/common'
import { PUBLIC_BODY_LIMIT as BODY_LIMIT } from '#server/http/body'
import { startTestApp, type TestApp } from '#tests/support/app'
import { rawRequest } from '#tests/support/raw-request'

describe('a body', () => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp()
  })
  afterAll(() => server.close())

  const path = '/api/auth/login'
  const post = (body: BodyInit, headers: Record<string, string> = {}) => {
    const init = { method: 'POST', body, headers, duplex: 'half' }
    return server.fetch(path, init)
  }
  const codeOf = async (answer: Response) => problemSchema.parse(await answer.json()).code

  /** Sends chunks, each in a separate turn of the event loop, without announcing how many there will be. */
  function stream(chunk: Uint8Array, count: number): ReadableStream<Uint8Array> {
    let sent = 0
    return new ReadableStream({
      async pull(controller) {
        await nextTurn()
        if (sent++ < count) controller.enqueue(chunk)
        else controller.close()
      },
    })
  }

  it.each([
    'application/json',
    'text/plain',
    'application/x-www-form-urlencoded',
    'nonsense',
    'multipart/form-data',
  ])('is JSON when its content type is %s', async (contentType) => {
    const answer = await post('{"username":"nobody","password":"x"}', { 'content-type': contentType })
    // The server is not set up, so the form is refused after it was read.
    expect([answer.status, await codeOf(answer)]).toEqual([409, 'no_login_form'])
  })

  it('may begin with a byte order mark and arrive in pieces that split a letter', async () => {
    const bytes = new TextEncoder().encode('\ufeff{"username":"Ärmel","password":"x"}')
    const pieces = [...bytes].map((byte) => Uint8Array.of(byte))
    const answer = await post(
      new ReadableStream({
        pull(controller) {
          const piece = pieces.shift()
          if (piece) controller.enqueue(piece)
          else controller.close()
        },
      }),
    )
    expect(await codeOf(answer)).toBe('no_login_form')
  })

  it('of exactly the limit is read', async () => {
    const frame = '{"username":"nobody","password":""}'
    const answer = await post(frame.replace('""', `"${'x'.repeat(BODY_LIMIT - frame.length)}"`))
    expect(answer.status).toBe(422)
  })

  it('beyond the limit is refused by its declared length', async () => {
    const answer = await post('x'.repeat(10 * BODY_LIMIT))
    expect([answer.status, await codeOf(answer)]).toEqual([413, 'body_too_large'])
  })

  it('beyond the limit is refused without a declared length, and the server continues', async () => {
    const answer = await post(stream(new Uint8Array(64 * 1024).fill(0x20), 160))
    expect([answer.status, await codeOf(answer)]).toEqual([413, 'body_too_large'])
    expect((await server.fetch('/api/health')).status).toBe(200)
  })

  it('beyond the limit is refused while it is still being sent', async () => {
    const sending = request(new URL(server.url + path), {
      method: 'POST',
      headers: { 'transfer-encoding': 'chunked' },
    })
    const answered = new Promise<number | undefined>((resolve, reject) => {
      sending.on('response', (answer) => resolve(answer.statusCode))
      sending.on('error', reject)
    })
    sending.write('x'.repeat(BODY_LIMIT + 1))
    expect(await answered).toBe(413)
    sending.write('more')
    sending.destroy()
  })

  it('that arrives piece by piece is read completely', async () => {
    const answer = await post(stream(new TextEncoder().encode(' '), 20))
    expect(answer.status).toBe(422)
  })

  it('that breaks off does not harm the server', async () => {
    const sending = request(new URL(server.url + path), {
      method: 'POST',
      headers: { 'content-length': '1000', expect: '100-continue' },
    })
    const failed = new Promise((resolve) => sending.on('error', resolve))
    sending.flushHeaders()
    await once(sending, 'continue')
    sending.write('{"username":', () => sending.destroy())
    await failed
    expect((await server.fetch('/api/health')).status).toBe(200)
  })

  it.each([
    ['half a letter', [0x22, 0xc3, 0x22]],
    ['an overlong letter', [0x22, 0xc0, 0xaf, 0x22]],
    ['a lone surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['UTF-16', [0xff, 0xfe, 0x22, 0x00, 0x22, 0x00]],
  ])('with %s is refused', async (_kind, bytes) => {
    const answer = await post(Uint8Array.from(bytes))
    expect([answer.status, await codeOf(answer)]).toEqual([400, 'invalid_json'])
  })

  it('of a GET is ignored', async () => {
    const body = '{"a":1}'
    const answer = await rawRequest(
      server.url,
      ['GET /api/health HTTP/1.1', `Content-Length: ${body.length}`],
      body,
    )
    expect(answer.status).toBe(200)
  })
})
