import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { operations } from '#contract/operations'
import { cheapHasher } from '#tests/support/accounts'
import { startTestApp, type TestApp } from '#tests/support/app'
import { addCaller } from '#tests/support/callers'
import { basicAuthorization, ROOT_ENVIRONMENT, ROOT_LOGIN, signIn } from '#tests/support/root'
import { rawRequest } from '#tests/support/raw-request'

let server: TestApp
const start = async (environment: Record<string, string> = {}) => {
  server = await startTestApp({ environment: { ...ROOT_ENVIRONMENT, ...environment } })
}
beforeEach(() => start())
afterEach(() => server.close())

const login = (given: unknown, headers: Record<string, string> = {}) =>
  server.fetch('/api/auth/login', { method: 'POST', body: JSON.stringify(given), headers })

describe('A page of another site', () => {
  const unsafe = Object.values(operations).filter(({ method }) => method !== 'GET')

  it.each(unsafe)('cannot $method $path', async ({ method, path }) => {
    const cookie = await signIn(server)
    const url = path.replaceAll(/\{\w+\}/g, 'x')
    for (const source of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: new URL(server.url).origin },
    ]) {
      for (const credentials of [{ cookie }, { authorization: basicAuthorization() }, {}]) {
        const headers = { ...source, ...credentials }
        const answer = await server.fetch(url, { method, headers, body: '{}' })
        expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'cross_site' }])
      }
    }
    expect((await server.fetch('/api/users/me', { headers: { cookie } })).status).toBe(200)
  })
})

describe('A page of this site', () => {
  const statusFrom = async (environment: Record<string, string>, source: Record<string, string>) => {
    await server.close()
    await start(environment)
    const origin = source['origin']?.replace('OWN', new URL(server.url).host)
    return (await login(ROOT_LOGIN, { ...source, ...(origin && { origin }) })).status
  }
  const forwarded = { 'x-forwarded-host': 'books.example.org' }

  it.each([
    ['its own host', {}, { origin: 'http://OWN' }],
    ['the host that a trusted proxy names', {}, { ...forwarded, origin: 'https://books.example.org' }],
    ['its own host, whatever a trusted proxy names', {}, { ...forwarded, origin: 'http://OWN' }],
    [
      'the public address',
      { SVC_APP__PUBLIC_URL: 'https://books.example.org' },
      { origin: 'https://books.example.org' },
    ],
  ])('is let in by %s', async (_name, environment, source) => {
    expect(await statusFrom(environment, source)).toBe(204)
  })

  it('is not recognised by a name from an untrusted proxy', async () => {
    const source = { ...forwarded, origin: 'https://books.example.org' }
    expect(await statusFrom({ SVC_APP__FORWARDED_ALLOW_IPS: '192.0.2.1' }, source)).toBe(403)
  })
})

describe('A session', () => {
  it('gets a new token at every sign-in, whatever the browser sent, and the old one ends', async () => {
    const planted = 'earmark_session=' + 'p'.repeat(43)
    const first =
      (await login(ROOT_LOGIN, { cookie: planted })).headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const second = (await login(ROOT_LOGIN, { cookie: first })).headers.getSetCookie()[0]?.split(';')[0] ?? ''
    expect(new Set([planted, first, second]).size).toBe(3)
    const statuses = [planted, first, second].map(
      async (cookie) => (await server.fetch('/api/users/me', { headers: { cookie } })).status,
    )
    expect(await Promise.all(statuses)).toEqual([401, 401, 200])
  })
})

describe('A redirect', () => {
  it.each([
    '/',
    '//evil.example',
    '//evil.example/..',
    '/\\evil.example',
    '/%2f%2fevil.example',
    '/.//evil.example/',
    '/login?next=https://evil.example',
    '/?url=//evil.example',
    '/api/users/me/?next=//evil.example',
  ])('of %s never leads to another host', async (path) => {
    for (const base of ['', '/audiobooks']) {
      await server.close()
      await start({ SVC_APP__BASE_URL: base })
      for (const target of [path, base + path]) {
        const forwarded = 'X-Forwarded-Host: evil.example'
        const { headers } = await rawRequest(server.url, [`GET ${target} HTTP/1.1`, forwarded])
        const location = headers.get('location') ?? '/'
        expect([target, location]).toEqual([target, expect.stringMatching(/^\/(?![/\\])/)])
      }
    }
  })

  it('after signing out leads to a path of this server', async () => {
    const cookie = await signIn(server)
    const headers = { cookie, 'x-forwarded-host': 'evil.example' }
    const answer = await server.fetch('/api/auth/logout', { method: 'POST', headers })
    expect(await answer.json()).toEqual({ redirect_to: '/login' })
  })
})

describe('A header of an answer', () => {
  const INJECTED = 'x\r\nset-cookie: planted=1\r\nx-planted: 1'

  it('contains nothing injected through addresses, bodies or forwarded headers', async () => {
    const cookie = await signIn(server)
    const encoded = encodeURIComponent(INJECTED)
    const answers = [
      await login({ username: INJECTED, password: INJECTED }),
      await server.fetch(`/api/users/${encoded}`, { headers: { cookie } }),
      await server.fetch(`/api/users?q=${encoded}`, { headers: { cookie } }),
      await server.fetch(`/api/search?q=a&region=${encoded}`, { headers: { cookie } }),
      await server.fetch(`/api/covers/${encoded}`, { headers: { cookie } }),
      await server.fetch(`/${encoded}`),
      await server.fetch(`/login?next=${encoded}`),
      await server.fetch('/', {
        headers: { 'x-forwarded-proto': 'https, <x>', 'x-forwarded-host': '"><x>' },
      }),
    ]
    for (const answer of answers) {
      expect(answer.headers.get('x-planted')).toBeNull()
      expect(answer.headers.getSetCookie()).toEqual([])
      expect(JSON.stringify([...answer.headers])).not.toContain('<x>')
    }
  })
})

describe('Wrong passwords from behind a proxy', () => {
  const headers = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'forwarded']
  async function statusesFrom(peer: string, header: string) {
    await server.close()
    const environment = { ...ROOT_ENVIRONMENT, SVC_APP__FORWARDED_ALLOW_IPS: '192.0.2.1' }
    server = await startTestApp({ environment, peer, hasher: cheapHasher })
    const statuses: number[] = []
    for (let i = 0; i < 6; i++) {
      const forwarded = { [header]: header === 'x-forwarded-for' ? `198.51.100.${i}` : 'https' }
      statuses.push((await login({ username: `guess ${i}`, password: 'x' }, forwarded)).status)
    }
    return statuses
  }

  it.each(headers)('that is untrusted do not count as one person’s: %s', async (header) => {
    expect(await statusesFrom('192.168.1.2', header)).toEqual([401, 401, 401, 401, 401, 401])
  })

  it.each(headers)('that anyone on the internet could imitate count as usual: %s', async (header) => {
    expect(await statusesFrom('203.0.113.9', header)).toEqual([401, 401, 401, 401, 401, 429])
  })
})

describe('Someone who does not know the accounts', () => {
  /** The observable parts of a response, except those that always differ. */
  const seen = async (answer: Response) => {
    const {
      'x-request-id': _id,
      date: _date,
      'content-security-policy': _nonce,
      ...headers
    } = Object.fromEntries(answer.headers)
    const { request_id: _request, ...body } = z.record(z.string(), z.unknown()).parse(await answer.json())
    return { status: answer.status, headers, body }
  }

  it('sees no difference between usernames that exist, have no password, or could not exist', async () => {
    await addCaller(server.app, 'trusted', 'without password')
    const shown = []
    for (const username of [
      ROOT_LOGIN.username,
      'nobody',
      'without password',
      ' ',
      'x'.repeat(500),
      'nul\u0000',
    ]) {
      shown.push(
        await seen(
          await login({ username, password: 'wrong' }, { 'x-forwarded-for': username.length + '.1.1.1' }),
        ),
      )
    }
    for (const one of shown) expect(one).toEqual(shown[0])
    expect(shown[0]).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } })
  })

  it('is slowed down for names that do not exist as for those that do', async () => {
    for (const username of [ROOT_LOGIN.username, 'nobody']) {
      const codes: number[] = []
      for (let i = 0; i < 6; i++) {
        const from = { 'x-forwarded-for': `198.51.${username.length}.${i}` }
        codes.push((await login({ username, password: 'wrong' }, from)).status)
      }
      expect(codes).toEqual([401, 401, 401, 401, 401, 429])
    }
  })

  it('learns of no user, whether signed out or signed in without the role', async () => {
    const guest = await addCaller(server.app, 'untrusted')
    for (const headers of [guest, {}]) {
      const [known, unknown] = [
        await seen(await server.fetch(`/api/users/${ROOT_LOGIN.username}`, { headers })),
        await seen(await server.fetch('/api/users/nobody', { headers })),
      ]
      expect(known).toEqual(unknown)
    }
  })
})
