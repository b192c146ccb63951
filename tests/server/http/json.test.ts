import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { acceptsGzip } from '#server/http/text-body'
import { startTestApp, type TestApp } from '#tests/support/app'
import { addCaller } from '#tests/support/callers'
import { rawRequest } from '#tests/support/raw-request'

describe('a JSON answer', () => {
  let server: TestApp
  let authorization: string
  beforeAll(async () => {
    server = await startTestApp()
    ;({ authorization } = await addCaller(server.app, 'admin'))
    for (let count = 0; count < 30; count++) await addCaller(server.app, 'trusted', `reader ${count}`)
  })
  afterAll(() => server.close())

  const get = (path: string, encoding: string) =>
    rawRequest(server.url, [
      `GET ${path} HTTP/1.1`,
      `Authorization: ${authorization}`,
      `Accept-Encoding: ${encoding}`,
    ])

  it('is compressed if it is long and the client accepts that', async () => {
    const plain = await get('/api/users', 'identity')
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(plain.headers.get('vary')).toBe('accept-encoding')
    const compressed = await get('/api/users', 'br, gzip')
    expect(compressed.headers.get('content-encoding')).toBe('gzip')
    expect(compressed.headers.get('vary')).toBe('accept-encoding')
    expect(Number(compressed.headers.get('content-length'))).toBeLessThan(plain.body.length / 2)

    const read = await server.fetch('/api/users', { headers: { authorization } })
    expect(await read.json()).toEqual(JSON.parse(plain.body))
  })

  it('stays uncompressed if it is short', async () => {
    const { headers } = await get('/api/users/me', 'gzip')
    expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([null, null])
  })

  it('is never cached', async () => {
    expect((await get('/api/users/me', 'gzip')).headers.get('cache-control')).toBe('no-store')
  })
})

describe('a client', () => {
  it.each([
    ['gzip', true],
    ['br, gzip;q=0.5', true],
    ['GZIP', true],
    ['x-gzip', true],
    ['gzip;q=0', false],
    ['gzip; q=0.0, br', false],
    ['br', false],
    ['notgzip', false],
    ['', false],
    [undefined, false],
  ])('that sends Accept-Encoding %s accepts gzip: %s', (header, expected) => {
    expect(acceptsGzip(header)).toBe(expected)
  })
})
