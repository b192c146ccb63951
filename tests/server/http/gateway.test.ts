import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { problemSchema } from '#contract/common'
import { startTestApp, type TestApp } from '#tests/support/app'
import { rawRequest } from '#tests/support/raw-request'

describe('every answer', () => {
  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp({ environment: { SVC_APP__OPENAPI_ENABLED: 'true' } })
  })
  afterAll(() => server.close())

  const kinds: [string, string, RequestInit, number][] = [
    ['a page', '/search', {}, 200],
    ['an answer of the API', '/api/health', {}, 200],
    ['an answer without a body', '/api/health', { method: 'HEAD' }, 200],
    ['the OpenAPI document', '/openapi.json', {}, 200],
    ['the pages about the API', '/docs', {}, 200],
    ['a refused sign-in', '/api/users/me', {}, 401],
    ['an unknown address of the API', '/api/nothing', {}, 404],
    ['a wrong method', '/api/health', { method: 'DELETE' }, 405],
    ['a wrong method on a page', '/search', { method: 'POST' }, 405],
    ['invalid JSON', '/api/init', { method: 'POST', body: '{' }, 400],
    ['malformed percent-encoding', '/%zz', {}, 400],
  ]

  it.each(kinds)('has the security headers and an id: %s', async (_kind, path, init, status) => {
    const answer = await server.fetch(path, init)
    expect(answer.status).toBe(status)
    const { headers } = answer
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self' 'nonce-/)
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('strict-transport-security')).toBeNull()
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    if (status < 400) return
    expect(headers.get('content-type')).toBe('application/problem+json')
    expect(headers.get('cache-control')).toBe('no-store')
    const problem = problemSchema.parse(await answer.json())
    expect(problem).toMatchObject({ status, request_id: headers.get('x-request-id') })
  })

  it('allows the scripts of one page and no inline ones', async () => {
    const policies = await Promise.all(
      [1, 2].map(async () => {
        const answer = await server.fetch('/')
        const policy = answer.headers.get('content-security-policy') ?? ''
        const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
        expect(await answer.text()).toContain(`<script nonce="${nonce}" `)
        expect(policy).not.toMatch(/script-src[^;]*(unsafe-inline|unsafe-eval|https?:)/)
        return nonce
      }),
    )
    expect(new Set(policies).size).toBe(2)
  })

  it('leaves it to the TLS proxy whether other services on the host name must use https, too', async () => {
    const https = { headers: { 'x-forwarded-proto': 'https' } }
    const usual = await server.fetch('/api/health', https)
    expect(usual.headers.get('strict-transport-security')).toBeNull()
    const asked = await startTestApp({ environment: { SVC_APP__HSTS: 'true' } })
    const overHttps = await asked.fetch('/api/health', https)
    expect(overHttps.headers.get('strict-transport-security')).toBe('max-age=31536000')
    const overHttp = await asked.fetch('/api/health')
    expect(overHttp.headers.get('strict-transport-security')).toBeNull()
    await asked.close()
    const distrusting = await startTestApp({
      environment: { SVC_APP__HSTS: 'true', SVC_APP__FORWARDED_ALLOW_IPS: '10.0.0.1' },
    })
    const claimed = await distrusting.fetch('/api/health', https)
    expect(claimed.headers.get('strict-transport-security')).toBeNull()
    await distrusting.close()
  })

  it('to a HEAD equals that to a GET without the body', async () => {
    for (const path of ['/', '/api/health', '/api/nothing', '/openapi.json', '/docs/start.js']) {
      const [head, get] = [await server.fetch(path, { method: 'HEAD' }), await server.fetch(path)]
      expect([path, head.status]).toEqual([path, get.status])
      expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'))
      expect(await head.text()).toBe('')
      expect(await get.text()).not.toBe('')
    }
  })

  it('is the same with a trailing slash', async () => {
    const [without, slash] = [await server.fetch('/api/health'), await server.fetch('/api/health/')]
    expect(slash.status).toBe(200)
    expect(await slash.json()).toEqual(await without.json())
    expect((await server.fetch('/api/session/?x=1')).status).toBe(200)
  })

  it('to a wrong method names the right ones', async () => {
    const health = await server.fetch('/api/health', { method: 'PUT' })
    expect(health.headers.get('allow')).toBe('GET, HEAD')
    const page = await server.fetch('/requests', { method: 'POST' })
    expect(page.headers.get('allow')).toBe('GET, HEAD')
    const init = await server.fetch('/api/init')
    expect(init.status).toBe(405)
    expect(init.headers.get('allow')).toBe('POST')
  })

  it('survives invalid characters in a request line or header', async () => {
    const long = await server.fetch(`/api/search?q=${'x'.repeat(8000)}`)
    expect(long.status).toBe(401)
    const lines: [string, number][] = [
      ['GET /%ZZ HTTP/1.1', 400],
      ['GET /%ED%A0%80 HTTP/1.1', 400],
      ['GET /api/%00 HTTP/1.1', 404],
      ['GET http://elsewhere/api/health HTTP/1.1', 400],
      ['OPTIONS * HTTP/1.1', 400],
      ['OPTIONS /api/health HTTP/1.1', 405],
      ['GET //api/health HTTP/1.1', 200],
      ['GET /api//health HTTP/1.1', 404],
      ['GET /../../etc/passwd HTTP/1.1', 200],
      ['GET /api/../api/nothing HTTP/1.1', 404],
      ['GET /api/health?%ZZ=%ZZ&a[]=1&__proto__=1 HTTP/1.1', 200],
      [`GET /${'x'.repeat(20_000)} HTTP/1.1`, 431],
    ]
    for (const [line, status] of lines) {
      const answer = await rawRequest(server.url, [line])
      expect([line.slice(0, 60), answer.status]).toEqual([line.slice(0, 60), status])
      expect(answer.body).not.toContain('root:')
    }
    const cookie = await rawRequest(server.url, [
      'GET /api/session HTTP/1.1',
      'Cookie: earmark_session=%ZZ; a=%E0%A4; =;',
    ])
    expect(cookie.status).toBe(200)
  })

  it('never hides an unknown API address behind the page', async () => {
    for (const path of ['/api', '/api/', '/api/nothing/at/all', '/api/health/more', '/api/users/me/x']) {
      const answer = await server.fetch(path)
      expect([path, answer.status]).toEqual([path, 404])
      expect(await answer.json()).toMatchObject({ code: 'not_found' })
    }
  })
})

describe('below a base path', () => {
  let server: TestApp
  let origin: string
  beforeAll(async () => {
    server = await startTestApp({ environment: { SVC_APP__BASE_URL: 'books/audio' } })
    origin = new URL(server.url).origin
  })
  afterAll(() => server.close())

  const get = (path: string) => fetch(origin + path, { redirect: 'manual' })

  it.each([
    ['/books/audio', 200],
    ['/books/audio/', 200],
    ['/books/audio?page=1', 200],
    ['/books/audio/requests', 200],
    ['/books/audio/api/health', 200],
    ['/books/audio/api/health/', 200],
    ['/books/audio/api/nothing', 404],
    ['/books/audiobooks', 404],
    ['/books/audioapi/health', 404],
    ['/books/', 404],
    ['/api/health', 404],
    ['/requests', 404],
    ['/openapi.json', 404],
  ])('%s answers %i', async (path, status) => {
    const answer = await get(path)
    expect(answer.status).toBe(status)
    if (status === 404) expect(problemSchema.parse(await answer.json()).code).toBe('not_found')
  })

  it('the root redirects into it', async () => {
    const answer = await get('/')
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/books/audio/'])
  })

  it('the page contains it', async () => {
    expect(await (await get('/books/audio/requests')).text()).toContain('<head><base href="/books/audio/">')
  })
})

describe('the pages about the API', () => {
  it('exist only if enabled', async () => {
    const server = await startTestApp()
    for (const path of [
      '/openapi.json',
      '/docs',
      '/docs/',
      '/docs/start.js',
      '/docs/swagger-ui.css',
      '//docs',
      '/%64ocs',
    ]) {
      const answer = await server.fetch(path)
      expect([path, answer.status]).toEqual([path, 404])
    }
    await server.close()
  })
})
