import { afterEach, expect, it } from 'vitest'
import { cheapHasher } from '#tests/support/accounts'
import { onEachDatabase } from '#tests/support/databases'
import { createGate, type Gate } from '#tests/support/gate'
import { createHttpBrowser, type HttpBrowser } from '#tests/support/http-browser'
import { changeSecurity, lasting, startOidcApp, type TestOidc } from '#tests/support/oidc'
import { ROOT_LOGIN, signIn } from '#tests/support/root'

onEachDatabase('A change while someone signs in through OpenID Connect', (database) => {
  let oidc: TestOidc
  let browser: HttpBrowser
  /** A gate for password checks, if a test needs one. */
  let checks: Gate | undefined
  /** A gate for requests to one address of the provider, if a test needs one. */
  let questions: { path: string; gate: Gate } | undefined

  async function start() {
    checks = undefined
    questions = undefined
    oidc = await startOidcApp({
      database: lasting(database()),
      provider: { claimsIn: 'user info' },
      hasher: {
        ...cheapHasher,
        async verify(hash, password) {
          await checks?.pass()
          return cheapHasher.verify(hash, password)
        },
      },
      async fetch(address, init) {
        const { pathname } = new URL(address instanceof Request ? address.url : address)
        if (pathname === questions?.path) await questions.gate.pass()
        return fetch(address, init)
      },
    })
    browser = createHttpBrowser()
  }
  afterEach(() => oidc.close())

  const countSessions = async () => {
    const rows = await database().read.select().from(database().tables.sessions)
    return rows.filter(({ idToken }) => idToken !== null).length
  }
  const takeOver = async (): Promise<unknown[]> => {
    const answer = await browser.request(`${oidc.server.url}/api/auth/oidc/takeover`, {
      method: 'POST',
      body: JSON.stringify({ password: ROOT_LOGIN.password }),
    })
    const body: unknown = await answer.json()
    return [answer.status, body]
  }
  const refused = (status: number, code: string): unknown[] => [status, expect.objectContaining({ code })]
  /** Starts a sign-in that asks for an administrator's password, by default root's. */
  async function beginTakeover(username = 'Rosa') {
    oidc.provider.accounts.set('s-1', { preferred_username: username })
    expect(await oidc.signIn(browser, 's-1', '/requests')).toBe(`/login?takeover=${username}`)
  }
  const isLinked = async (name: string) => {
    const rows = await database().read.select().from(database().tables.users)
    return rows.some(({ username, oidcSubject }) => username === name && oidcSubject !== null)
  }
  const isRootLinked = () => isLinked('Rosa')

  it.each([
    ['the login type', '/me', () => ({ login_type: 'forms' }), 'oidc_off'],
    ['the provider', '/token', () => ({ oidc_endpoint: oidc.provider.issuer }), 'oidc_state'],
  ])('of %s is noticed when the provider answers', async (_what, path, changes, code) => {
    await start()
    oidc.provider.accounts.set('s-1', { preferred_username: 'Ada' })
    const back = await oidc.visit(browser, 's-1')
    const gate = createGate()
    questions = { path, gate }
    const answer = browser.request(back)
    await gate.arrived
    expect((await changeSecurity(oidc.server, changes())).status).toBe(204)
    gate.open()
    expect((await answer).headers.get('location')).toBe(`/login?error=${code}`)
    expect([await countSessions(), browser.cookie('session')]).toEqual([0, undefined])
  })

  it('of the permission to take over is noticed before the end', async () => {
    await start()
    const made = await oidc.server.fetch('/api/users', {
      method: 'POST',
      headers: { cookie: await signIn(oidc.server) },
      body: JSON.stringify({ username: 'Ben', role: 'admin', password: ROOT_LOGIN.password }),
    })
    expect(made.status).toBe(201)
    await beginTakeover('Ben')
    await changeSecurity(oidc.server, { oidc_allow_takeover: false })
    expect(await takeOver()).toEqual(refused(403, 'oidc_name_taken'))
    expect([await isLinked('Ben'), await countSessions()]).toEqual([false, 0])
  })

  it('of the provider is noticed before an account is taken over', async () => {
    await start()
    await beginTakeover()
    await changeSecurity(oidc.server, { oidc_endpoint: oidc.provider.issuer })
    expect(await takeOver()).toEqual(refused(409, 'oidc_no_takeover'))
    expect(await isRootLinked()).toBe(false)
  })

  it('of the password during its check is noticed', async () => {
    await start()
    await beginTakeover()
    checks = createGate()
    const answer = takeOver()
    await checks.arrived
    await oidc.server.app.rescue.resetRoot({ password: 'a brand new password', forms: false })
    checks.open()
    expect(await answer).toEqual(refused(403, 'oidc_name_taken'))
    expect([await isRootLinked(), await countSessions()]).toEqual([false, 0])
  })

  it('of the login type during a password check is noticed', async () => {
    await start()
    await beginTakeover()
    checks = createGate()
    const answer = takeOver()
    await checks.arrived
    await oidc.server.app.settings.set('login_type', 'forms')
    checks.open()
    expect(await answer).toEqual(refused(409, 'oidc_off'))
    expect(await countSessions()).toBe(0)
  })

  it('of the person’s account prevents a second takeover', async () => {
    await start()
    await beginTakeover()
    oidc.provider.accounts.set('s-1', { preferred_username: 'Ada' })
    const other = createHttpBrowser()
    expect(await oidc.signIn(other, 's-1')).toBe('/requests')
    expect(await takeOver()).toEqual(refused(403, 'oidc_name_taken'))
    expect(await isRootLinked()).toBe(false)
    expect(await oidc.users()).toEqual(['Ada untrusted', 'Rosa admin'])
  })
})
