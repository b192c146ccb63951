import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { problemSchema } from '#contract/common'
import { startTestApp, type TestApp } from '#tests/support/app'
import { openTestSqlite } from '#tests/support/databases'
import { rawRequest } from '#tests/support/raw-request'
import { ROOT_ENVIRONMENT, ROOT_LOGIN, signIn } from '#tests/support/root'

const NOW = new Date('2026-06-01T12:00:00Z')

let server: TestApp
afterEach(() => server.close())

const start = async (environment: Record<string, string> = {}) => {
  server = await startTestApp({ environment })
}
const none = { ...ROOT_ENVIRONMENT, SVC_APP__FORCE_LOGIN_TYPE: 'none' }
const basic = { ...ROOT_ENVIRONMENT, SVC_APP__FORCE_LOGIN_TYPE: 'basic' }

const ask = (host: string | string[], path = '/api/session', lines: string[] = []) =>
  rawRequest(server.url, [`GET ${path} HTTP/1.1`, ...[host].flat().map((name) => `Host: ${name}`), ...lines])
const statusFor = async (host: string, lines: string[] = []) => (await ask(host, undefined, lines)).status

describe.each([
  ['before the set-up', {}],
  ['with login type none', none],
  ['before the set-up under a forced login type', { SVC_APP__FORCE_LOGIN_TYPE: 'basic' }],
])('A page whose foreign name resolves to this server, %s,', (_when, environment) => {
  beforeEach(() => start(environment))

  it('gets nothing, whatever it requests', async () => {
    const paths = [
      '/',
      '/search',
      '/init',
      '/api/session',
      '/api/health',
      '/api/events',
      '/openapi.json',
      '/no',
    ]
    for (const path of paths) {
      const answer = await ask('evil.example:8000', path)
      expect([path, answer.status]).toEqual([path, 421])
      expect(problemSchema.parse(JSON.parse(answer.body))).toMatchObject({
        code: 'unknown_host',
        detail: expect.stringContaining('SVC_APP__ALLOWED_HOSTS=evil.example '),
      })
    }
  })

  it('does not become an administrator', async () => {
    const body = JSON.stringify({
      login_type: 'none',
      ...ROOT_LOGIN,
      username: 'evil',
      confirm_password: ROOT_LOGIN.password,
    })
    const lines = [
      'Host: evil.example',
      'Origin: http://evil.example',
      `Content-Length: ${body.length}`,
      'Content-Type: application/json',
    ]
    const answers = await Promise.all([
      rawRequest(server.url, ['POST /api/init HTTP/1.1', ...lines], body),
      rawRequest(server.url, ['POST /api/users HTTP/1.1', ...lines], body),
    ])
    expect(answers.map(({ status }) => status)).toEqual([421, 421])
  })

  it('gains nothing from a proxy’s headers', async () => {
    for (const name of ['localhost', '127.0.0.1:8000', 'evil.example, localhost']) {
      expect(await statusFor('evil.example', [`X-Forwarded-Host: ${name}`])).toBe(421)
    }
  })

  it('gets no connection of another kind', async () => {
    const upgrade = ['Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Version: 13']
    expect((await ask('evil.example', '/api/events', upgrade)).status).toBe(421)
  })
})

describe('A name of this server', () => {
  it('is accepted under any login type', async () => {
    await start(none)
    for (const host of ['localhost', '127.0.0.1:8000', '192.168.1.5', '[::1]:8000', 'nas', 'NAS.lan.:80']) {
      expect([host, await statusFor(host)]).toEqual([host, 200])
    }
  })

  it('is that of the public address, or an allowed one', async () => {
    await start({
      ...none,
      SVC_APP__PUBLIC_URL: 'https://books.example.org',
      SVC_APP__ALLOWED_HOSTS: 'audio.example.org, *.example.net',
    })
    for (const host of ['books.example.org:8443', 'audio.example.org', 'a.example.net']) {
      expect(await statusFor(host)).toBe(200)
    }
    const { status, body } = await ask('evil.example')
    expect(status).toBe(421)
    expect(body).toContain('add evil.example to SVC_APP__ALLOWED_HOSTS')
    expect(body).toContain('The server log has the complete line.')
    expect(body).not.toContain('example.net')
  })

  it('may be the wildcard address, before the set-up', async () => {
    await start()
    for (const host of ['0.0.0.0:8000', '[::]:8000'])
      expect([host, await statusFor(host)]).toEqual([host, 200])
  })

  it('is not required by HTTP/1.0', async () => {
    await start(none)
    const health = await rawRequest(server.url, ['GET /api/health HTTP/1.0', 'Host: '])
    expect(health.status).toBe(200)
  })
})

describe('A proxy that is trusted', () => {
  it('reports the host that people used', async () => {
    await start({ ...none, SVC_APP__PUBLIC_URL: 'https://books.example.org' })
    expect(await statusFor('127.0.0.1:8000', ['X-Forwarded-Host: books.example.org'])).toBe(200)
    const refused = await ask('127.0.0.1:8000', '/', ['X-Forwarded-Host: other.example.org'])
    expect(refused.status).toBe(421)
    expect(refused.body).toContain('other.example.org')
  })
})

describe('A proxy that is not trusted', () => {
  it('is neither believed nor punished', async () => {
    await start({ ...none, SVC_APP__FORWARDED_ALLOW_IPS: '192.0.2.1' })
    expect(await statusFor('127.0.0.1:8000', ['X-Forwarded-Host: evil.example'])).toBe(200)
    expect(await statusFor('evil.example', ['X-Forwarded-Host: localhost'])).toBe(421)
  })
})

describe('Where people have to sign in', () => {
  it.each([
    ['forms', ROOT_ENVIRONMENT],
    ['basic', basic],
    ['oidc', { ...ROOT_ENVIRONMENT, SVC_APP__FORCE_LOGIN_TYPE: 'oidc' }],
  ])('an unknown name keeps working under %s as long as nothing is set', async (_type, environment) => {
    await start(environment)
    expect(await statusFor('books.example.org')).toBe(200)
    for (const set of [
      { SVC_APP__PUBLIC_URL: 'https://a.example' },
      { SVC_APP__ALLOWED_HOSTS: 'a.example' },
    ]) {
      await server.close()
      await start({ ...environment, ...set })
      expect(await statusFor('books.example.org')).toBe(421)
      expect(await statusFor('a.example')).toBe(200)
    }
  })

  it('a change of the login type counts at once', async () => {
    await start(ROOT_ENVIRONMENT)
    expect(await statusFor('books.example.org')).toBe(200)
    const cookie = await signIn(server)
    const changed = await server.fetch('/api/settings/security', {
      method: 'PATCH',
      headers: { cookie },
      body: JSON.stringify({
        login_type: 'none',
        root_username: ROOT_LOGIN.username,
        root_password: ROOT_LOGIN.password,
      }),
    })
    expect(changed.status).toBe(204)
    expect(await statusFor('books.example.org')).toBe(421)
    expect(await statusFor('localhost')).toBe(200)
  })

  it('an unknown name lets no one in to an instance that has not learnt of the change', async () => {
    const opened = await openTestSqlite()
    onTestFinished(opened.remove)
    const shared = { database: opened.database, environment: ROOT_ENVIRONMENT, clock: () => NOW }
    const other = await startTestApp(shared)
    onTestFinished(() => other.close())
    server = await startTestApp(shared)
    expect(await statusFor('books.example.org')).toBe(200)
    const changed = await other.fetch('/api/settings/security', {
      method: 'PATCH',
      headers: { cookie: await signIn(other) },
      body: JSON.stringify({
        login_type: 'none',
        root_username: ROOT_LOGIN.username,
        root_password: ROOT_LOGIN.password,
      }),
    })
    expect(changed.status).toBe(204)
    const { body } = await ask('books.example.org')
    expect(z.looseObject({ user: z.unknown().optional() }).parse(JSON.parse(body)).user ?? null).toBeNull()
    expect((await ask('localhost')).body).toContain(ROOT_LOGIN.username)
  })

  it('an unknown name works from the moment of the set-up', async () => {
    await start()
    expect(await statusFor('books.example.org')).toBe(421)
    const body = { login_type: 'forms', ...ROOT_LOGIN, confirm_password: ROOT_LOGIN.password }
    const made = await server.fetch('/api/init', { method: 'POST', body: JSON.stringify(body) })
    expect(made.status).toBe(201)
    expect(await statusFor('books.example.org')).toBe(200)
  })
})

describe('A request with an invalid host', () => {
  beforeEach(() => start(ROOT_ENVIRONMENT))

  it('is refused for a second Host header, even with the same name', async () => {
    for (const second of ['evil.example', 'localhost']) {
      const { status, body } = await ask(['localhost', second])
      expect([status, problemSchema.parse(JSON.parse(body)).code]).toEqual([400, 'bad_host'])
    }
  })

  it('is refused for a header that is no host', async () => {
    for (const host of ['evil example', 'a@b', 'a/b', '256.1.1.1', 'a..b', '<script>', '[::1', 'a:99999']) {
      expect([host, await statusFor(host)]).toEqual([host, 400])
    }
  })
})

describe('A browser that uses an unknown name', () => {
  const html = ['Accept: text/html,application/xhtml+xml']

  it('gets a page that says what to set, but not instead of an API answer', async () => {
    await start(none)
    const page = await ask('books.example.org:8443', '/search?q=a', html)
    expect(page.status).toBe(421)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.body).toContain('<code>SVC_APP__ALLOWED_HOSTS=books.example.org</code>')
    expect(page.body).not.toContain('<script')
    expect((await ask('books.example.org', '/api/session', html)).headers.get('content-type')).toBe(
      'application/problem+json',
    )
  })
})
