import { afterEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/app'
import { createHttpBrowser, type HttpBrowser } from '#tests/support/http-browser'
import { ROOT_ENVIRONMENT, ROOT_LOGIN, signIn } from '#tests/support/root'

const servers: TestApp[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})
async function start(environment: Record<string, string> = {}): Promise<TestApp> {
  const server = await startTestApp({ environment: { ...ROOT_ENVIRONMENT, ...environment } })
  servers.push(server)
  return server
}

/** A browser that knows a server as `nas.test`, over http and behind a TLS proxy. */
function browserOf(server: TestApp) {
  const browser = createHttpBrowser({ reach: ({ pathname }) => new URL(pathname, server.url) })
  const at = (address: string) => ({
    signIn: () => signInAt(browser, address, proxied(address)),
    signOut: () => browser.request(`${address}/api/auth/logout`, { method: 'POST', ...proxied(address) }),
    user: () => userAt(browser, address, proxied(address)),
  })
  return { browser, http: at('http://nas.test:8000'), https: at('https://nas.test') }
}
const proxied = (address: string) => ({
  headers: { 'x-forwarded-proto': new URL(address).protocol.slice(0, -1) },
})

async function signInAt(browser: HttpBrowser, address: string, init: RequestInit = {}): Promise<void> {
  const body = JSON.stringify(ROOT_LOGIN)
  const answer = await browser.request(`${address}/api/auth/login`, { method: 'POST', body, ...init })
  expect(answer.status).toBe(204)
}

async function userAt(browser: HttpBrowser, address: string, init: RequestInit = {}): Promise<unknown> {
  const answer = await browser.request(`${address}/api/session`, init)
  const session: unknown = await answer.json()
  return session !== null && typeof session === 'object' && 'user' in session ? session.user : undefined
}

const ROSA = expect.objectContaining({ username: 'Rosa' })

describe('the cookies of a browser', () => {
  it('let the same person sign in over https and over http', async () => {
    const { browser, http, https } = browserOf(await start())
    await https.signIn()
    expect(await http.user()).toBeNull()
    await http.signIn()
    expect([await http.user(), await https.user()]).toEqual([ROSA, ROSA])
    expect(browser.cookieNames()).toEqual([
      expect.stringMatching(/^__Secure-earmark_session_[0-9a-f]{8}$/),
      expect.stringMatching(/^__Secure-earmark_device_[0-9a-f]{8}$/),
      expect.stringMatching(/^earmark_session_[0-9a-f]{8}$/),
      expect.stringMatching(/^earmark_device_[0-9a-f]{8}$/),
    ])

    await http.signOut()
    expect([await http.user(), await https.user()]).toEqual([null, ROSA])
  })

  it('let someone sign in and out over https even if the proxy is not trusted any more', async () => {
    const server = await start()
    const { browser, https } = browserOf(server)
    await https.signIn()
    const { sessions } = server.app.database.tables
    await server.app.database.write(async (within) => void (await within.delete(sessions)))
    await signInAt(browser, 'https://nas.test')
    expect(await userAt(browser, 'https://nas.test')).toEqual(ROSA)
    await browser.request('https://nas.test/api/auth/logout', { method: 'POST' })
    expect(await userAt(browser, 'https://nas.test')).toBeNull()
    expect(browser.cookieNames().filter((name) => name.includes('session'))).toEqual([])
  })

  it('leave no one signed in after signing out over https', async () => {
    const { http, https } = browserOf(await start())
    await https.signIn()
    await http.signIn()
    await https.signOut()
    expect([await https.user(), await http.user()]).toEqual([null, null])
  })

  it.each([
    ['on two ports', {}, {}],
    ['on two paths', { SVC_APP__BASE_URL: 'books' }, { SVC_APP__BASE_URL: 'books/children' }],
    ['at the root and on a path', {}, { SVC_APP__BASE_URL: 'books' }],
  ])('keep two servers of one host apart: %s', async (_how, one, other) => {
    const [first, second] = [await start(one), await start(other)]
    const browser = createHttpBrowser()
    for (const { url } of [first, second]) await signInAt(browser, url)
    for (const { url } of [first, second, first]) expect(await userAt(browser, url)).toEqual(ROSA)
    await browser.request(`${second.url}/api/auth/logout`, { method: 'POST' })
    expect([await userAt(browser, first.url), await userAt(browser, second.url)]).toEqual([ROSA, null])
  })

  it('are one for all instances that share a database, and count under the name of former versions', async () => {
    const server = await start()
    const [name, token] = (await signIn(server)).split('=')
    expect(name).toBe(`earmark_session_${await server.app.installation.id()}`)
    const former = { headers: { cookie: `earmark_session=${token}` } }
    expect((await server.fetch('/api/users/me', former)).status).toBe(200)
    const out = await server.fetch('/api/auth/logout', { method: 'POST', ...former })
    expect(out.headers.getSetCookie()).toEqual([expect.stringMatching(/^earmark_session=; Max-Age=0/)])
    expect((await server.fetch('/api/users/me', former)).status).toBe(401)
  })
})
