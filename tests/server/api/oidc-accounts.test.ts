import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { onEachDatabase } from '#tests/support/databases'
import { createHttpBrowser, type HttpBrowser } from '#tests/support/http-browser'
import { lasting, startOidcApp, type TestOidc, type TestOidcOptions } from '#tests/support/oidc'
import { ROOT_LOGIN, signIn } from '#tests/support/root'

onEachDatabase('Signing in through OpenID Connect', (database) => {
  let oidc: TestOidc
  let browser: HttpBrowser
  afterEach(() => oidc.close())

  async function start(options: TestOidcOptions = {}) {
    oidc = await startOidcApp({ ...options, database: lasting(database()) })
    browser = createHttpBrowser()
  }
  const person = (claims: Record<string, unknown>) => oidc.provider.accounts.set('s-1', claims)
  async function addUser(username: string, role: 'untrusted' | 'trusted' | 'admin') {
    const answer = await oidc.server.fetch('/api/users', {
      method: 'POST',
      headers: { cookie: await signIn(oidc.server) },
      body: JSON.stringify({ username, role, password: 'a long pass phrase' }),
    })
    expect(answer.status).toBe(201)
  }
  const takeOver = (by: HttpBrowser, password: string) =>
    by.request(`${oidc.server.url}/api/auth/oidc/takeover`, {
      method: 'POST',
      body: JSON.stringify({ password }),
    })

  it('creates a user the first time, untrusted unless a group says otherwise', async () => {
    await start()
    person({ preferred_username: 'Ada' })
    expect(await oidc.signIn(browser, 's-1', '/requests?filter=all')).toBe('/requests?filter=all')
    expect(await oidc.user(browser)).toEqual({
      username: 'Ada',
      role: 'untrusted',
      group: 'untrusted',
      root: false,
    })
    oidc.provider.accounts.set('s-2', { preferred_username: 'Ben', groups: ['users', 'Trusted'] })
    await oidc.signIn(createHttpBrowser(), 's-2')
    expect(await oidc.users()).toEqual(['Ada untrusted', 'Ben trusted', 'Rosa admin'])
  })

  it('sets the role from the groups each time, even for people already signed in', async () => {
    await start()
    const signInWith = async (groups: unknown) => {
      person({ preferred_username: 'Ada', groups })
      await oidc.signIn(createHttpBrowser(), 's-1')
      return oidc.users()
    }
    person({ preferred_username: 'Ada' })
    await oidc.signIn(browser, 's-1')
    expect(await signInWith('users, ADMIN')).toEqual(['Ada admin', 'Rosa admin'])
    expect(await oidc.user(browser)).toMatchObject({ username: 'Ada', role: 'admin' })
    expect(await signInWith(['untrusted', 'trusted'])).toEqual(['Ada trusted', 'Rosa admin'])
    expect(await signInWith(['users'])).toEqual(['Ada trusted', 'Rosa admin'])
    expect(await signInWith(undefined)).toEqual(['Ada trusted', 'Rosa admin'])
    expect(await signInWith('earthlings; users; Site Admin')).toEqual(['Ada trusted', 'Rosa admin'])
    const { entries } = await oidc.server.app.audit.list({ kind: 'role_changed', limit: 10, offset: 0 })
    expect(entries.map(({ subject, detail }) => `${subject}: ${detail}`)).toEqual([
      'Ada: admin → trusted, by groups of the provider',
      'Ada: untrusted → admin, by groups of the provider',
    ])
  })

  it('recognises people by their identity, whatever their name is now', async () => {
    await start()
    person({ preferred_username: 'Ada' })
    await oidc.signIn(browser, 's-1')
    person({ preferred_username: 'Ada Lovelace' })
    oidc.provider.accounts.set('s-2', { preferred_username: 'ADA' })
    await oidc.signIn(browser, 's-1')
    expect(await oidc.user(browser)).toMatchObject({ username: 'Ada' })
    expect(await oidc.signIn(createHttpBrowser(), 's-2')).toBe('/login?error=oidc_name_taken')
    expect(await oidc.users()).toEqual(['Ada untrusted', 'Rosa admin'])
  })

  it('keeps the old name of someone whose name at the provider cannot be used here', async () => {
    await start()
    person({ preferred_username: 'Ada' })
    await oidc.signIn(browser, 's-1')
    for (const claims of [{ preferred_username: ' \u0007' }, { preferred_username: 7 }, {}]) {
      person({ ...claims, groups: ['trusted'] })
      const again = createHttpBrowser()
      expect(await oidc.signIn(again, 's-1')).toBe('/requests')
      expect(await oidc.user(again)).toMatchObject({ username: 'Ada', role: 'trusted' })
    }
    oidc.provider.accounts.set('s-2', {})
    expect(await oidc.signIn(createHttpBrowser(), 's-2')).toBe('/login?error=oidc_no_username')
  })

  describe('after the issuer has changed', () => {
    /** Makes Ada an administrator without a password, then replaces her provider with another one. */
    async function moveAda(settings: Record<string, unknown> = {}) {
      await start({ settings })
      person({ preferred_username: 'Ada', groups: ['admin'] })
      await oidc.signIn(browser, 's-1')
      const { users } = database().tables
      await database().write((within) =>
        within.update(users).set({ oidcIssuer: 'https://former.example' }).where(eq(users.username, 'Ada')),
      )
      browser = createHttpBrowser()
      return oidc.signIn(browser, 's-1')
    }

    it('the root administrator links an administrator without a password', async () => {
      expect(await moveAda()).toBe('/login?takeover=Ada&by=root')
      expect(await oidc.user(browser)).toBeNull()
      expect((await takeOver(browser, 'a wrong pass phrase')).status).toBe(401)
      const taken = await takeOver(browser, ROOT_LOGIN.password)
      expect(taken.status).toBe(200)
      expect(await oidc.user(browser)).toMatchObject({ username: 'Ada', role: 'admin' })
      const { entries } = await oidc.server.app.audit.list({ kind: 'account_linked', limit: 1, offset: 0 })
      expect(entries).toMatchObject([
        { subject: 'Ada', detail: 'with the password of the root administrator' },
      ])
      expect(await oidc.signIn(createHttpBrowser(), 's-1')).toBe('/requests')
    })

    it('administrators are linked with a password even if takeover is forbidden', async () => {
      expect(await moveAda({ oidc_allow_takeover: false })).toBe('/login?takeover=Ada&by=root')
      expect(await oidc.user(browser)).toBeNull()
      expect((await takeOver(browser, 'a wrong pass phrase')).status).toBe(401)
      expect((await takeOver(browser, ROOT_LOGIN.password)).status).toBe(200)
      expect(await oidc.user(browser)).toMatchObject({ username: 'Ada', role: 'admin' })

      oidc.provider.accounts.set('s-2', { preferred_username: ROOT_LOGIN.username })
      const ofRoot = createHttpBrowser()
      expect(await oidc.signIn(ofRoot, 's-2')).toMatch('/login?takeover=')
      expect((await takeOver(ofRoot, ROOT_LOGIN.password)).status).toBe(200)
      expect(await oidc.user(ofRoot)).toMatchObject({ root: true })
    })

    it('the page says that reset-root is needed if no one has a password', async () => {
      await moveAda()
      const { users } = database().tables
      await database().write((within) =>
        within.update(users).set({ passwordHash: null }).where(eq(users.root, true)),
      )
      browser = createHttpBrowser()
      expect(await oidc.signIn(browser, 's-1')).toBe('/login?error=oidc_reset_root')
      await oidc.server.app.rescue.resetRoot({ password: 'another pass phrase', forms: false })
      expect(await oidc.signIn(browser, 's-1')).toBe('/login?takeover=Ada&by=root')
      expect((await takeOver(browser, 'another pass phrase')).status).toBe(200)
    })

    it('reset-root’s password links the root administrator, even at the same provider', async () => {
      await start()
      person({ preferred_username: ROOT_LOGIN.username })
      await oidc.signIn(browser, 's-1')
      expect((await takeOver(browser, ROOT_LOGIN.password)).status).toBe(200)
      oidc.provider.accounts.set('s-2', { preferred_username: ROOT_LOGIN.username })
      browser = createHttpBrowser()
      expect(await oidc.signIn(browser, 's-2')).toBe('/login?error=oidc_name_taken')
      await oidc.server.app.rescue.resetRoot({ password: 'another pass phrase', forms: false })
      expect(await oidc.signIn(browser, 's-2')).toMatch('/login?takeover=')
      expect((await takeOver(browser, 'another pass phrase')).status).toBe(200)
      expect(await oidc.user(browser)).toMatchObject({ root: true })
    })
  })

  it('lets in someone whose name at the provider would not be allowed here', async () => {
    await start()
    person({ preferred_username: 'Ada' })
    await oidc.signIn(browser, 's-1')
    person({ preferred_username: 'R\u043esa' })
    expect(await oidc.signIn(createHttpBrowser(), 's-1')).toBe('/requests')
    expect(await oidc.users()).toEqual(['Ada untrusted', 'Rosa admin'])
  })

  it('creates one user for someone who arrives twice at once', async () => {
    await start()
    person({ preferred_username: 'Ada', groups: ['trusted'] })
    const browsers = [createHttpBrowser(), createHttpBrowser(), createHttpBrowser()]
    const ends = await Promise.all(browsers.map((each) => oidc.signIn(each, 's-1')))
    expect(ends).toEqual(['/requests', '/requests', '/requests'])
    for (const each of browsers) expect(await oidc.user(each)).toMatchObject({ username: 'Ada' })
    expect(await oidc.users()).toEqual(['Ada trusted', 'Rosa admin'])
  })

  it('takes over the local user of that name the first time, with everything that is theirs', async () => {
    await start()
    await addUser('ada', 'untrusted')
    person({ preferred_username: 'Ada', groups: ['trusted'] })
    await oidc.signIn(browser, 's-1')
    expect(await oidc.user(browser)).toMatchObject({ username: 'ada' })
    expect(await oidc.users()).toEqual(['ada trusted', 'Rosa admin'])
    const { entries } = await oidc.server.app.audit.list({ kind: 'account_linked', limit: 10, offset: 0 })
    expect(entries.map(({ subject }) => subject)).toEqual(['ada'])
  })

  it.each(['untrusted', 'admin'] as const)('takes over no one (%s) if that is forbidden', async (role) => {
    await start({ settings: { oidc_allow_takeover: false } })
    await addUser('ada', role)
    person({ preferred_username: 'Ada', groups: ['admin'] })
    expect(await oidc.signIn(browser, 's-1')).toBe('/login?error=oidc_name_taken')
    expect(await oidc.user(browser)).toBeNull()
    expect(await oidc.users()).toEqual([`ada ${role}`, 'Rosa admin'])
  })

  it('asks once for the password of an administrator who is to be taken over', async () => {
    await start()
    person({ preferred_username: 'rosa', groups: ['untrusted'] })
    expect(await oidc.signIn(browser, 's-1', '/requests')).toBe('/login?takeover=Rosa')
    expect(await oidc.user(browser)).toBeNull()

    const wrong = await takeOver(browser, 'a guess')
    expect([wrong.status, await wrong.json()]).toEqual([
      401,
      expect.objectContaining({ code: 'wrong_credentials' }),
    ])
    const other = await takeOver(createHttpBrowser(), ROOT_LOGIN.password)
    expect([other.status, await other.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'oidc_no_takeover' }),
    ])

    const right = await takeOver(browser, ROOT_LOGIN.password)
    expect([right.status, await right.json()]).toEqual([200, { redirect_to: '/requests' }])
    expect(await oidc.user(browser)).toMatchObject({ username: 'Rosa', role: 'admin', root: true })
    expect((await takeOver(browser, ROOT_LOGIN.password)).status).toBe(409)

    const later = createHttpBrowser()
    expect(await oidc.signIn(later, 's-1')).toBe('/requests')
    expect(await oidc.user(later)).toMatchObject({ username: 'Rosa', role: 'admin', root: true })
  })

  it('slows down anyone who guesses an administrator’s password', async () => {
    await start()
    person({ preferred_username: 'Rosa' })
    await oidc.signIn(browser, 's-1')
    const statuses = []
    for (let attempts = 0; attempts < 6; attempts++)
      statuses.push((await takeOver(browser, 'a guess')).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    expect((await takeOver(browser, ROOT_LOGIN.password)).status).toBe(429)
  })

  it('lets a sign-in be completed only once', async () => {
    await start()
    person({ preferred_username: 'Ada' })
    const back = await oidc.visit(browser, 's-1')
    const locations = await Promise.all(
      [1, 2, 3].map(async () => (await browser.request(back)).headers.get('location')),
    )
    expect(locations.toSorted()).toEqual(['/login?error=oidc_state', '/login?error=oidc_state', '/requests'])
    const later = await browser.request(back)
    expect(later.headers.get('location')).toBe('/login?error=oidc_state')
  })
})
