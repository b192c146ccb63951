import { describe, expect, it } from 'vitest'
import { startForgingProvider, type Forgery } from '#fakes/forging-provider'
import { CLIENT } from '#fakes/oidc-provider'
import { createTestClock } from '#tests/support/accounts'
import { onEachDatabase } from '#tests/support/databases'
import { createHttpBrowser, type HttpBrowser } from '#tests/support/http-browser'
import { oidcOfEachTest } from './oidc.fixture'

const { oidc, browser, start, change, storeIn } = oidcOfEachTest()

onEachDatabase('OpenID Connect', (database) => {
  storeIn(database)

  describe('the session', () => {
    it('is issued by this server, in a cookie that scripts cannot read', async () => {
      await start()
      const back = await oidc.visit(browser, 's-1')
      const answer = await browser.request(back)
      expect(answer.status).toBe(302)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.getSetCookie()).toEqual([
        expect.stringMatching(
          /^earmark_session_[0-9a-f]{8}=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/,
        ),
        expect.stringMatching(
          /^earmark_device_[0-9a-f]{8}=[\w.-]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/,
        ),
      ])
    })

    it('replaces the one that the browser had', async () => {
      await start()
      await oidc.signIn(browser, 's-1')
      const former = { cookie: `earmark_session=${browser.cookie('session')}` }
      await oidc.signIn(browser, 's-1')
      expect((await oidc.server.fetch('/api/users/me', { headers: former })).status).toBe(401)
      expect(await oidc.user(browser)).toMatchObject({ username: 'Ada' })
    })

    it('lasts as long as the setting says, whatever the provider’s tokens do', async () => {
      const clock = createTestClock()
      await start({ clock: clock.now, settings: { access_token_expiry: 120 } })
      await oidc.signIn(browser, 's-1')
      clock.pass(119 * 60_000)
      expect(await oidc.user(browser)).not.toBeNull()
      clock.pass(121 * 60_000)
      expect(await oidc.user(browser)).toBeNull()
    })

    it.each([
      ['/search?q=dune&region=us', '/search?q=dune&region=us'],
      ['//evil.example/', '/'],
      ['https://evil.example/', '/'],
      ['/\\evil.example', '/'],
      ['/login', '/'],
    ])('begins where the person wanted to go, on this host: %s', async (next, page) => {
      await start()
      const back = await oidc.visit(browser, 's-1', next)
      expect((await browser.request(back)).headers.get('location')).toBe(page)
    })
  })

  describe('a sign-in', () => {
    it('belongs to the browser that began it', async () => {
      await start()
      const back = await oidc.visit(browser, 's-1')
      const other = createHttpBrowser()
      const end = async (by: HttpBrowser) => (await by.request(back)).headers.get('location')
      expect(await end(other)).toBe('/login?error=oidc_state')
      await other.request(`${oidc.server.url}/auth/oidc/login`)
      expect(await end(other)).toBe('/login?error=oidc_state')
      expect(await oidc.users()).toEqual(['Rosa admin'])
      expect(await end(browser)).toBe('/requests')
    })

    it('may be begun in two tabs of one browser', async () => {
      await start()
      const one = await oidc.visit(browser, 's-1', '/requests')
      const other = await oidc.visit(browser, 's-1', '/search')
      expect((await browser.request(one)).headers.get('location')).toBe('/requests')
      expect((await browser.request(other)).headers.get('location')).toBe('/search')
    })

    it('expires after a quarter of an hour', async () => {
      const clock = createTestClock()
      await start({ clock: clock.now })
      const back = await oidc.visit(browser, 's-1')
      clock.pass(15 * 60_000)
      expect((await browser.request(back)).headers.get('location')).toBe('/login?error=oidc_state')
    })

    it('is refused with a different or missing state', async () => {
      await start()
      const back = await oidc.visit(browser, 's-1')
      const state = back.searchParams.get('state') ?? ''
      for (const changed of [back.href.replace(state, 'forged'), back.href.replace(`state=${state}`, '')]) {
        expect((await browser.request(changed)).headers.get('location')).toBe('/login?error=oidc_state')
      }
    })

    it('says so if the person cancelled at the provider', async () => {
      await start()
      const { address } = await browser.follow(`${oidc.server.url}/auth/oidc/login`)
      const { address: back } = await browser.submit(
        address,
        { cancel: 'yes' },
        ({ pathname }) => pathname === '/auth/oidc',
      )
      expect((await browser.request(back)).headers.get('location')).toBe('/login?error=oidc_denied')
    })

    it('answers programs with the problem itself', async () => {
      await start()
      const answer = await oidc.server.fetch('/auth/oidc?code=x&state=y', {
        headers: { accept: 'application/json' },
      })
      expect(answer.status).toBe(400)
      expect(answer.headers.get('content-type')).toBe('application/problem+json')
      expect(await answer.json()).toMatchObject({ code: 'oidc_state' })
    })

    it('is logged for administrators, even if it fails', async () => {
      await start()
      await oidc.signIn(browser, 's-1')
      oidc.provider.accounts.set('s-2', { name: 'Nameless' })
      await oidc.signIn(createHttpBrowser(), 's-2')
      const { entries } = await oidc.server.app.audit.list({ limit: 2, offset: 0 })
      expect(entries.map(({ kind, actor, detail }) => [kind, actor, detail])).toEqual([
        ['sign_in_failed', null, expect.stringContaining('preferred_username')],
        ['signed_in', 'Ada', 'OpenID Connect'],
      ])
    })
  })

  describe('the stored sign-in', () => {
    it('is encrypted, and cookies are stored as digests', async () => {
      await start()
      await oidc.signIn(browser, 's-1')
      await browser.request(`${oidc.server.url}/auth/oidc/login`)
      const { database } = oidc.server.app
      const sessions = await database.read.select().from(database.tables.sessions)
      const attempts = await database.read.select().from(database.tables.oidcAttempts)
      expect(attempts).toHaveLength(1)
      expect(sessions.map(({ idToken }) => idToken)).toContainEqual(expect.stringMatching(/^v1\./))
      const stored = JSON.stringify([sessions, attempts])
      for (const secret of ['oidc', 'session']) {
        expect(browser.cookie(secret)).toBeDefined()
        expect(stored).not.toContain(browser.cookie(secret))
      }
      expect(stored).not.toContain('eyJ')
      expect(stored).not.toContain('nonce')
    })
  })
})

describe('the ID token', () => {
  const past = Math.floor(Date.now() / 1000) - 3600
  it.each<[string, Forgery]>([
    ['unsigned', { header: { alg: 'none' }, signature: 'none' }],
    ['signed by somebody else', { signature: 'other key' }],
    ['expired', { claims: { iat: past, exp: past + 60 } }],
    ['of another sign-in', { claims: { nonce: 'forged' } }],
    ['for another server', { claims: { aud: 'another' } }],
  ])('lets no one in and creates no account when it is %s', async (_what, forgery) => {
    await start()
    const forging = await startForgingProvider(CLIENT.id, CLIENT.secret)
    expect((await change({ oidc_endpoint: forging.endpoint, oidc_scope: 'openid' })).status).toBe(204)
    forging.forge(forgery)
    const begin = `${oidc.server.url}/auth/oidc/login`
    const isEnd = ({ pathname }: URL) => pathname === '/login' || pathname === '/'
    const refused = await browser.follow(begin, isEnd)
    expect(refused.address.search).toBe('?error=oidc_token_invalid')
    expect(await oidc.user(browser)).toBeNull()
    expect(await oidc.users()).toEqual(['Rosa admin'])

    forging.forge({ claims: { preferred_username: 'Fay' } })
    await browser.follow(begin, isEnd)
    expect(await oidc.user(browser)).toMatchObject({ username: 'Fay' })
    await forging.close()
  })
})

describe('the claims', () => {
  it.each([
    ['id token', 'urn:example:login'],
    ['user info', 'urn:example:login'],
    ['id token', 'account.login.name'],
    ['user info', 'account.login.name'],
  ] as const)('are read from the %s: %s', async (claimsIn, name) => {
    await start({ provider: { claimsIn }, settings: { oidc_username_claim: name } })
    oidc.provider.accounts.set('s-1', {
      'urn:example:login': 'Ada',
      account: { login: { name: 'Ada' } },
      groups: 'users admin',
    })
    await oidc.signIn(browser, 's-1')
    expect(await oidc.user(browser)).toMatchObject({ username: 'Ada', role: 'admin' })
  })

  it('about groups name roles as the provider does, and the last one is shown in the settings', async () => {
    const roles = 'urn:example:roles'
    await start({ settings: { oidc_group_claim: roles, oidc_group_admin: 'house_admin' } })
    const seen = async () => (await oidc.server.app.security.get()).last_group_claim
    expect(await seen()).toBeNull()
    oidc.provider.accounts.set('s-1', {
      preferred_username: 'Carla',
      [roles]: { house_admin: { '1': 'a.org' } },
    })
    await oidc.signIn(browser, 's-1')
    expect(await oidc.user(browser)).toMatchObject({ username: 'Carla', role: 'admin' })
    const last = { username: 'Carla', claim: roles, sent: true, groups: ['house_admin'], role: 'admin' }
    expect(await seen()).toEqual({ ...last, at: expect.any(String) })
    oidc.provider.accounts.set('s-1', { preferred_username: 'Carla' })
    await oidc.signIn(browser, 's-1')
    expect(await seen()).toMatchObject({ sent: false, groups: [], role: null })
  })

  it.each([
    ['missing', undefined, 'oidc_no_username'],
    ['a number', 7, 'oidc_no_username'],
    ['a list', ['Ada'], 'oidc_no_username'],
    ['empty', ' ', 'oidc_username_unfit'],
    ['of two lines', 'Ada\nLovelace', 'oidc_username_unfit'],
    ['longer than a username', 'a'.repeat(101), 'oidc_username_unfit'],
    ['one that looks like another', 'R\u043esa', 'oidc_username_unfit'],
    ['one with an invisible character', 'Rosa\u200b', 'oidc_username_unfit'],
  ])('let nobody in when the username is %s', async (_what, username, code) => {
    await start()
    oidc.provider.accounts.set('s-1', { preferred_username: username, groups: ['admin'] })
    expect(await oidc.signIn(browser, 's-1')).toBe(`/login?error=${code}`)
    expect(await oidc.users()).toEqual(['Rosa admin'])
  })
})
