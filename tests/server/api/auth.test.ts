import { afterEach, describe, expect, it } from 'vitest'
import { UNATTENDED_HEADER } from '#contract/unattended'
import { startTestApp, type TestApp } from '#tests/support/app'
import { addCaller } from '#tests/support/callers'
import { standingClock } from '#tests/support/records'
import { basicAuthorization, ROOT_ENVIRONMENT, ROOT_LOGIN, signIn } from '#tests/support/root'

let server: TestApp
const start = async (environment: Record<string, string> = {}, clock = () => new Date()) => {
  server = await startTestApp({ environment: { ...ROOT_ENVIRONMENT, ...environment }, clock })
}
afterEach(() => server.close())

const login = (given: unknown, headers: Record<string, string> = {}) =>
  server.fetch('/api/auth/login', { method: 'POST', body: JSON.stringify(given), headers })
const statusOf = async (path: string, headers: Record<string, string> = {}) =>
  (await server.fetch(path, { headers })).status

describe('signing in by the form', () => {
  it('sets a cookie that scripts cannot read and other sites cannot use', async () => {
    await start()
    const answer = await login(ROOT_LOGIN)
    expect(answer.status).toBe(204)
    expect(await answer.text()).toBe('')
    const [cookie, ...others] = answer.headers.getSetCookie()
    const attributes = 'Max-Age=34560000; Path=/; HttpOnly; SameSite=Lax'
    expect(cookie).toMatch(new RegExp(`^earmark_session_[0-9a-f]{8}=[\\w-]{43}; ${attributes}$`))
    expect(others).toEqual([
      expect.stringMatching(new RegExp(`^earmark_device_[0-9a-f]{8}=[\\w.-]+; ${attributes}$`)),
    ])
  })

  it('sets it for the base path, and for https only if the person uses https', async () => {
    await start({ SVC_APP__BASE_URL: 'audiobooks' })
    const answer = await login(ROOT_LOGIN, { 'x-forwarded-proto': 'https' })
    const [cookie] = answer.headers.getSetCookie()
    expect(cookie).toContain('Path=/audiobooks/;')
    expect(cookie).toContain('Secure')
  })

  it.each([
    ['by the public address', 'https', {}, { 'x-forwarded-host': 'books.example.org' }, true],
    [
      'by a proxy that is not trusted',
      'https',
      { SVC_APP__FORWARDED_ALLOW_IPS: '192.0.2.1' },
      { 'x-forwarded-for': '203.0.113.9' },
      true,
    ],
    ['by another address', 'https', {}, {}, false],
    ['by a public address without https', 'http', {}, { 'x-forwarded-host': 'books.example.org' }, false],
  ])(
    'restricts it to https if the public address is https: %s',
    async (_how, protocol, environment, headers, secure) => {
      await start({ ...environment, SVC_APP__PUBLIC_URL: `${protocol}://books.example.org` })
      const [cookie] = (await login(ROOT_LOGIN, headers)).headers.getSetCookie()
      expect(cookie?.includes('; Secure')).toBe(secure)
    },
  )

  it('lets the person in until they sign out', async () => {
    await start({ SVC_APP__BASE_URL: 'audiobooks' })
    expect(await statusOf('/api/users/me')).toBe(401)
    const cookie = await signIn(server)
    const me = await server.fetch('/api/users/me', { headers: { cookie } })
    expect(await me.json()).toEqual({ username: 'Rosa', role: 'admin', group: 'admin', root: true })
    const session = await server.fetch('/api/session', { headers: { cookie } })
    expect(await session.json()).toMatchObject({ user: { username: 'Rosa' } })

    const out = await server.fetch('/api/auth/logout', { method: 'POST', headers: { cookie } })
    expect(out.status).toBe(200)
    expect(await out.json()).toEqual({ redirect_to: '/audiobooks/login' })
    expect(out.headers.getSetCookie()[0]).toMatch(
      /^earmark_session_[0-9a-f]{8}=; Max-Age=0; Path=\/audiobooks\//,
    )
    expect(await statusOf('/api/users/me', { cookie })).toBe(401)
    expect(await (await server.fetch('/api/session', { headers: { cookie } })).json()).toMatchObject({
      user: null,
    })
  })

  it('is not disturbed by a token that a proxy adds to every request', async () => {
    await start()
    const cookie = await signIn(server)
    const proxied = { authorization: 'Bearer eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhbGljZSJ9.c2ln' }
    for (const authorization of [proxied.authorization, 'Bearer', 'bearer two words']) {
      const session = await server.fetch('/api/session', { headers: { cookie, authorization } })
      expect(await session.json()).toMatchObject({ user: { username: 'Rosa' } })
    }
    const change = (headers: Record<string, string>) =>
      server.fetch('/api/auth/logout', { method: 'POST', headers: { cookie, ...proxied, ...headers } })
    expect((await change({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await change({ 'sec-fetch-site': 'same-origin' })).status).toBe(200)
    // A program's wrong key stays one; a page can ask how to sign in.
    expect(await statusOf('/api/session', proxied)).toBe(401)
    const page = await server.fetch('/api/session', { headers: { ...proxied, 'x-earmark-page': '1' } })
    expect(await page.json()).toMatchObject({ user: null })
    expect((await login(ROOT_LOGIN, { ...proxied, 'x-earmark-page': '1' })).status).toBe(204)
  })

  it('never adopts a session token that the browser sent', async () => {
    await start()
    const cookie = 'earmark_session=planted'
    const answer = await login(ROOT_LOGIN, { cookie })
    expect(answer.headers.getSetCookie()[0]).not.toContain('planted')
    expect(await statusOf('/api/users/me', { cookie })).toBe(401)
  })

  it('answers 401 without a cookie or challenge when the password is wrong, and 429 after five', async () => {
    await start()
    for (let i = 0; i < 5; i++) {
      const wrong = await login({ ...ROOT_LOGIN, password: `guess ${i}` })
      expect(wrong.status).toBe(401)
      expect(wrong.headers.getSetCookie()).toEqual([])
      expect(wrong.headers.get('www-authenticate')).toBeNull()
    }
    const slowed = await login(ROOT_LOGIN)
    expect(slowed.status).toBe(429)
    expect(slowed.headers.get('retry-after')).toBe('1')
    expect(await slowed.json()).toMatchObject({ code: 'too_many_attempts' })
  })

  it.each([
    [{ username: 'ro\u0000sa', password: 'x' }, 401],
    [{ username: '\ud800', password: '\ud800' }, 401],
    [{ username: 'Rosa', password: '' }, 401],
    [{ username: 'x'.repeat(10_000), password: 'x' }, 422],
    [{ username: 'Rosa', password: 'x'.repeat(10_000) }, 422],
    [{ username: { $ne: 1 }, password: ['x'] }, 422],
    [{ username: 'Rosa' }, 422],
    [null, 422],
  ])('answers odd input with a problem (%#)', async (given, status) => {
    await start()
    const answer = await login(given)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
  })

  it.each(['basic', 'none'])('answers 409 under the login type %s', async (forced) => {
    await start({ SVC_APP__FORCE_LOGIN_TYPE: forced })
    const answer = await login(ROOT_LOGIN)
    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({ code: 'no_login_form' })
  })

  it('shows the page to everyone', async () => {
    await start()
    expect(await statusOf('/requests')).toBe(200)
  })
})

describe('the login type basic', () => {
  const CHALLENGE = 'Basic realm="Earmark", charset="UTF-8"'

  it.each(['/', '/requests', '/api/users/me'])('makes the browser ask at %s', async (path) => {
    await start({ SVC_APP__FORCE_LOGIN_TYPE: 'basic' })
    const refused = await server.fetch(path)
    expect(refused.status).toBe(401)
    expect(refused.headers.get('www-authenticate')).toBe(CHALLENGE)
    const wrong = basicAuthorization({ ...ROOT_LOGIN, password: 'wrong' })
    const again = await server.fetch(path, { headers: { authorization: wrong } })
    expect(again.status).toBe(401)
    expect(again.headers.get('www-authenticate')).toBe(CHALLENGE)
    expect(await statusOf(path, { authorization: basicAuthorization() })).toBe(200)
  })

  it('reports the caller in the session', async () => {
    await start({ SVC_APP__FORCE_LOGIN_TYPE: 'basic' })
    const open = await server.fetch('/api/session')
    expect(await open.json()).toMatchObject({ login_type: 'basic', user: null })
    const known = await server.fetch('/api/session', { headers: { authorization: basicAuthorization() } })
    expect(await known.json()).toMatchObject({ user: { username: 'Rosa' } })
  })
})

describe('the login type none', () => {
  it('lets everyone act as root, except with a wrong API key', async () => {
    await start({ SVC_APP__FORCE_LOGIN_TYPE: 'none' })
    expect(await statusOf('/api/users/me')).toBe(200)
    expect(await statusOf('/api/users')).toBe(200)
    const wrong = await server.fetch('/api/users/me', { headers: { authorization: 'Bearer earmark_wrong' } })
    expect(wrong.status).toBe(401)
    expect(wrong.headers.get('www-authenticate')).toContain('Bearer')
    const out = await server.fetch('/api/auth/logout', { method: 'POST' })
    expect(await out.json()).toEqual({ redirect_to: '/' })
  })
})

describe('requests from other sites', () => {
  const evil = { origin: 'https://evil.example' }

  it('change nothing, however they are signed in', async () => {
    await start()
    const cookie = await signIn(server)
    for (const headers of [
      { cookie, ...evil },
      { cookie, 'sec-fetch-site': 'cross-site' },
      { cookie, 'sec-fetch-site': 'same-site' },
    ]) {
      const answer = await server.fetch('/api/auth/logout', { method: 'POST', headers })
      expect(answer.status).toBe(403)
      expect(await answer.json()).toMatchObject({ code: 'cross_site' })
    }
    expect(await statusOf('/api/users/me', { cookie })).toBe(200)
    expect((await login(ROOT_LOGIN, evil)).status).toBe(403)
    expect((await login(ROOT_LOGIN, { origin: new URL(server.url).origin })).status).toBe(204)
  })

  it('are accepted from the address that a trusted proxy or the configuration names', async () => {
    await start({
      SVC_APP__PUBLIC_URL: 'https://books.example.org',
      SVC_APP__ALLOWED_HOSTS: 'proxy.example.org',
    })
    expect((await login(ROOT_LOGIN, { origin: 'https://books.example.org' })).status).toBe(204)
    const forwarded = { origin: 'https://proxy.example.org', 'x-forwarded-host': 'proxy.example.org' }
    expect((await login(ROOT_LOGIN, forwarded)).status).toBe(204)
  })

  it('gain nothing from a forwarded host that no one vouches for', async () => {
    await start({ SVC_APP__FORWARDED_ALLOW_IPS: '192.0.2.1' })
    const forwarded = { ...evil, 'x-forwarded-host': 'evil.example' }
    expect((await login(ROOT_LOGIN, forwarded)).status).toBe(403)
  })
})

describe('the use of a session', () => {
  const clock = standingClock()
  const unattended = { [UNATTENDED_HEADER]: '1' }
  const lastUses = async () => {
    const { read, tables } = server.app.database
    const sessions = await read.select({ at: tables.sessions.lastSeenAt }).from(tables.sessions)
    const keys = await read.select({ at: tables.apiKeys.lastUsedAt }).from(tables.apiKeys)
    return [...sessions, ...keys].map(({ at }) => at?.getTime())
  }

  it('is an action of a person, not of a page while no one is there', async () => {
    await start({}, clock.read)
    const cookie = await signIn(server)
    const [signedIn] = await lastUses()
    clock.advance(600_000)
    expect(await statusOf('/api/requests', { cookie, ...unattended })).toBe(200)
    expect(await statusOf('/api/session', { cookie, ...unattended })).toBe(200)
    // Only pages request pictures and the event stream.
    expect(await statusOf('/api/covers/H000000000', { cookie })).toBe(200)
    const stream = await server.fetch('/api/events', { headers: { cookie } })
    expect(stream.status).toBe(200)
    await stream.body?.cancel()
    expect(await lastUses()).toEqual([signedIn])
    expect(await statusOf('/api/requests', { cookie })).toBe(200)
    await expect.poll(lastUses).toEqual([clock.read().getTime()])
  })

  it('is every change, and every use of an API key, whatever headers they carry', async () => {
    await start({}, clock.read)
    const cookie = await signIn(server)
    const body = JSON.stringify({ default_region: 'de' })
    clock.advance(600_000)
    await server.fetch('/api/settings/account', { method: 'PATCH', headers: { cookie, ...unattended }, body })
    await expect.poll(lastUses).toEqual([clock.read().getTime()])
    const { authorization } = await addCaller(server.app, 'trusted')
    expect(await statusOf('/api/users/me', { authorization, ...unattended })).toBe(200)
    await expect.poll(lastUses).toEqual([clock.read().getTime(), clock.read().getTime()])
  })
})
