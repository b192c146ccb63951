import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { logoutAnswer } from '#contract/auth'
import { oidcCheckSchema } from '#contract/oidc'
import { startForgingProvider, type Forgery } from '#fakes/forging-provider'
import { CLIENT } from '#fakes/oidc-provider'
import { createTestClock } from '../../support/accounts'
import { createHttpBrowser, type HttpBrowser } from '../../support/http-browser'
import { changeSecurity, startOidcApp, type TestOidc, type TestOidcOptions } from '../../support/oidc'
import { ROOT_LOGIN, signIn } from '../../support/root'

let oidc: TestOidc
let browser: HttpBrowser
async function start(options: TestOidcOptions = {}) {
  oidc = await startOidcApp(options)
  browser = createHttpBrowser()
  oidc.provider.accounts.set('s-1', { preferred_username: 'Ada' })
}
afterEach(() => oidc.close())

const change = (settings: Record<string, unknown>) => changeSecurity(oidc.server, settings)
/** Where a request is sent on to. */
const locationOf = async (path: string, headers: Record<string, string> = {}) =>
  (await oidc.server.fetch(path, { headers })).headers.get('location') ?? ''

describe('the session', () => {
  it('is one of this server, kept by a cookie that scripts cannot read', async () => {
    await start()
    const back = await oidc.visit(browser, 's-1')
    const answer = await browser.request(back)
    expect(answer.status).toBe(302)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^earmark_session=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
  })

  it('takes the place of the one that the browser had', async () => {
    await start()
    await oidc.signIn(browser, 's-1')
    const former = { cookie: `earmark_session=${browser.cookie('earmark_session')}` }
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

  it('takes a quarter of an hour at most', async () => {
    const clock = createTestClock()
    await start({ clock: clock.now })
    const back = await oidc.visit(browser, 's-1')
    clock.pass(15 * 60_000)
    expect((await browser.request(back)).headers.get('location')).toBe('/login?error=oidc_state')
  })

  it('is refused with another state, or none', async () => {
    await start()
    const back = await oidc.visit(browser, 's-1')
    const state = back.searchParams.get('state') ?? ''
    for (const changed of [back.href.replace(state, 'forged'), back.href.replace(`state=${state}`, '')]) {
      expect((await browser.request(changed)).headers.get('location')).toBe('/login?error=oidc_state')
    }
  })

  it('of somebody who gave up at the provider says so', async () => {
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

  it('is written down for administrators, also when it fails', async () => {
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

describe('what is kept of a sign-in', () => {
  it('is encrypted, and cookies are kept as digests', async () => {
    await start()
    await oidc.signIn(browser, 's-1')
    await browser.request(`${oidc.server.url}/auth/oidc/login`)
    const { database } = oidc.server.app
    const sessions = await database.read.select().from(database.tables.sessions)
    const attempts = await database.read.select().from(database.tables.oidcAttempts)
    expect(attempts).toHaveLength(1)
    expect(sessions.map(({ idToken }) => idToken)).toContainEqual(expect.stringMatching(/^v1\./))
    const stored = JSON.stringify([sessions, attempts])
    for (const secret of ['earmark_oidc', 'earmark_session']) {
      expect(browser.cookie(secret)).toBeDefined()
      expect(stored).not.toContain(browser.cookie(secret))
    }
    expect(stored).not.toContain('eyJ')
    expect(stored).not.toContain('nonce')
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
  ])('lets nobody in and makes no account when it is %s', async (_what, forgery) => {
    await start()
    const forging = await startForgingProvider(CLIENT.id)
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

  it.each([
    ['missing', undefined, 'oidc_no_username'],
    ['a number', 7, 'oidc_no_username'],
    ['a list', ['Ada'], 'oidc_no_username'],
    ['empty', ' ', 'oidc_username_unfit'],
    ['of two lines', 'Ada\nLovelace', 'oidc_username_unfit'],
    ['longer than a username', 'a'.repeat(101), 'oidc_username_unfit'],
  ])('let nobody in when the username is %s', async (_what, username, code) => {
    await start()
    oidc.provider.accounts.set('s-1', { preferred_username: username, groups: ['admin'] })
    expect(await oidc.signIn(browser, 's-1')).toBe(`/login?error=${code}`)
    expect(await oidc.users()).toEqual(['Rosa admin'])
  })
})

describe('signing out', () => {
  const signOut = async (by: HttpBrowser) => {
    const answer = await by.request(`${oidc.server.url}/api/auth/logout`, { method: 'POST' })
    return logoutAnswer.parse(await answer.json()).redirect_to
  }

  it('ends the session here and at the provider, and comes back to the sign-in page', async () => {
    await start()
    const { endpoint, issuer } = oidc.provider
    const metadata: unknown = await (await fetch(endpoint)).json()
    expect(metadata).toMatchObject({ end_session_endpoint: `${issuer}/session/end` })
    await change({ oidc_logout_url: `${issuer}/session/end` })
    await oidc.signIn(browser, 's-1')

    const address = new URL(await signOut(browser))
    expect(address.origin + address.pathname).toBe(`${issuer}/session/end`)
    expect(address.searchParams.get('post_logout_redirect_uri')).toBe(`${oidc.server.url}/login`)
    expect(address.searchParams.get('id_token_hint')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    expect(await oidc.user(browser)).toBeNull()

    const { answer } = await browser.follow(address.href)
    const xsrf = /name="xsrf" value="(\w+)"/.exec((await answer?.text()) ?? '')?.[1] ?? ''
    const left = await browser.submit(
      `${issuer}/session/end/confirm`,
      { xsrf, logout: 'yes' },
      ({ pathname }) => pathname === '/login',
    )
    expect(left.address.href).toBe(`${oidc.server.url}/login`)
    const again = await browser.follow(
      `${oidc.server.url}/auth/oidc/login`,
      ({ pathname }) => pathname === '/auth/oidc',
    )
    expect(again.address.pathname).toMatch(/^\/interaction\//)
  })

  it('goes to another address as it is set', async () => {
    await start({ settings: { oidc_logout_url: 'https://id.example/bye?realm=home' } })
    await oidc.signIn(browser, 's-1')
    expect(await signOut(browser)).toBe('https://id.example/bye?realm=home')
  })

  it('stays here where no address is set, and for who signed in by password', async () => {
    await start({ environment: { SVC_APP__BASE_URL: 'books' } })
    await oidc.signIn(browser, 's-1')
    expect(await signOut(browser)).toBe('/books/login')
    await change({ oidc_logout_url: 'https://id.example/bye' })
    const cookie = await signIn(oidc.server)
    const answer = await oidc.server.fetch('/api/auth/logout', { method: 'POST', headers: { cookie } })
    expect(await answer.json()).toEqual({ redirect_to: '/books/login' })
  })

  it('works while the provider is down', async () => {
    await start()
    await change({ oidc_logout_url: `${oidc.provider.issuer}/session/end` })
    await oidc.signIn(browser, 's-1')
    await oidc.provider.close()
    expect(await signOut(browser)).toContain('/session/end')
    expect(await oidc.user(browser)).toBeNull()
  })
})

describe('a provider that does not work', () => {
  const begin = '/auth/oidc/login?next=/requests'

  it('is named on the sign-in page while it is down, and root gets in by password', async () => {
    await start()
    await change({ oidc_endpoint: 'http://127.0.0.1:9/nothing-listens-here' })
    expect(await locationOf(begin)).toBe('/login?error=oidc_unreachable')
    expect(await signIn(oidc.server)).toMatch(/^earmark_session=/)
  })

  it.each(['client_secret_post', 'client_secret_basic'] as const)(
    'refuses a wrong client secret, sent by %s',
    async (method) => {
      await start({
        provider: { tokenEndpointAuthMethod: method },
        settings: { oidc_token_endpoint_auth_method: method },
      })
      expect(await oidc.signIn(browser, 's-1')).toBe('/requests')
      await change({ oidc_client_secret: 'wrong' })
      expect(await oidc.signIn(createHttpBrowser(), 's-1')).toBe('/login?error=oidc_client_refused')
      await change({ oidc_client_secret: CLIENT.secret })
      expect(await oidc.signIn(createHttpBrowser(), 's-1')).toBe('/requests')
    },
  )

  it('is not asked under another login type', async () => {
    await start()
    expect((await change({ login_type: 'forms' })).status).toBe(204)
    expect(await locationOf(begin)).toBe('/login?error=oidc_off')
    expect(await locationOf('/auth/oidc?code=x&state=y')).toBe('/login?error=oidc_off')
  })

  it('cannot be finished with after another one was chosen in the meantime', async () => {
    await start()
    const back = await oidc.visit(browser, 's-1')
    await change({ oidc_endpoint: oidc.provider.issuer })
    expect((await browser.request(back)).headers.get('location')).toBe('/login?error=oidc_state')
  })
})

describe('where OpenID Connect is forced', () => {
  const environment = { SVC_APP__FORCE_LOGIN_TYPE: 'oidc' }

  it('root signs in by password, configures it, and then people sign in', async () => {
    await start({ environment, settings: { oidc_client_id: null } })
    expect(await locationOf('/auth/oidc/login')).toBe('/login?error=oidc_not_configured')
    expect((await change({ oidc_client_id: CLIENT.id })).status).toBe(204)
    await oidc.signIn(browser, 's-1')
    expect(await oidc.user(browser)).toMatchObject({ username: 'Ada' })
  })

  it('the password form is for root alone', async () => {
    await start({ environment })
    await oidc.signIn(browser, 's-1')
    for (const username of ['Ada', 'nobody']) {
      const answer = await oidc.server.fetch('/api/auth/login', {
        method: 'POST',
        body: JSON.stringify({ username, password: ROOT_LOGIN.password }),
      })
      expect([username, answer.status]).toEqual([username, 401])
    }
  })
})

describe('the address that the provider sends people back to', () => {
  const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'books.example.org' }
  const redirectUri = async (headers?: Record<string, string>) =>
    new URL(await locationOf('/auth/oidc/login', headers)).searchParams.get('redirect_uri')
  const shown = async (headers: Record<string, string> = {}) => {
    const cookie = await signIn(oidc.server)
    const answer = await oidc.server.fetch('/api/settings/security/oidc', { headers: { ...headers, cookie } })
    return oidcCheckSchema.parse(await answer.json())
  }

  it('is that of the request, and the same as in the settings', async () => {
    await start()
    expect(await redirectUri()).toBe(`${oidc.server.url}/auth/oidc`)
    expect(await shown()).toMatchObject({ redirect_url: `${oidc.server.url}/auth/oidc` })
  })

  it('is what a trusted proxy says, below the base path', async () => {
    await start({ environment: { SVC_APP__BASE_URL: '/audiobooks/' } })
    expect(await redirectUri(forwarded)).toBe('https://books.example.org/audiobooks/auth/oidc')
    expect(await shown(forwarded)).toMatchObject({
      redirect_url: 'https://books.example.org/audiobooks/auth/oidc',
      logout_redirect_url: 'https://books.example.org/audiobooks/login',
    })
  })

  it('is never what an untrusted one says', async () => {
    await start({ environment: { SVC_APP__FORWARDED_ALLOW_IPS: '192.0.2.1' } })
    expect(await redirectUri(forwarded)).toBe(`${oidc.server.url}/auth/oidc`)
  })

  it('is the configured one before that', async () => {
    await start({ environment: { SVC_APP__PUBLIC_URL: 'https://audio.example.org' } })
    expect(await redirectUri(forwarded)).toBe('https://audio.example.org/auth/oidc')
  })

  it.each([
    ['https', {}, 'https:'],
    ['http', forwarded, 'http:'],
  ])('has the protocol that is set: %s', async (scheme, headers, protocol) => {
    await start({ settings: { oidc_redirect_scheme: scheme } })
    expect(new URL((await redirectUri(headers)) ?? '').protocol).toBe(protocol)
  })

  it.each([
    ['https', 'https://books.example.org/audiobooks'],
    ['http', 'http://books.example.org/audiobooks'],
  ])('leads back in behind a proxy that people reach by %s', async (protocol, publicAddress) => {
    await start({ environment: { SVC_APP__BASE_URL: '/audiobooks/' }, publicAddress })
    const { origin } = new URL(oidc.server.url)
    browser = createHttpBrowser({
      headers: { ...forwarded, 'x-forwarded-proto': protocol },
      reach: (address) =>
        address.host === 'books.example.org' ? new URL(origin + address.pathname + address.search) : address,
    })
    expect(await oidc.signIn(browser, 's-1', '/requests')).toBe('/audiobooks/requests')
    expect(await oidc.user(browser)).toMatchObject({ username: 'Ada' })
  })

  it('is not taken from a forwarded host that is none', async () => {
    await start()
    expect(await locationOf('/auth/oidc/login', { 'x-forwarded-host': 'evil.example"' })).toContain(
      encodeURIComponent(oidc.server.url),
    )
  })
})

describe('the check of the settings', () => {
  const check = async () => {
    const cookie = await signIn(oidc.server)
    const answer = await oidc.server.fetch('/api/settings/security/oidc', { headers: { cookie } })
    return oidcCheckSchema.parse(await answer.json())
  }

  it('finds nothing wrong with a provider that fits', async () => {
    await start()
    expect(await check()).toMatchObject({ reachable: true, problems: [] })
  })

  it('says what is wrong, without the secret', async () => {
    await start()
    await change({ oidc_endpoint: 'http://127.0.0.1:9/nothing-listens-here', oidc_client_id: null })
    const found = await check()
    expect(found).toMatchObject({
      reachable: false,
      problems: [
        { path: 'oidc_client_id', message: 'This is not set.' },
        { path: 'oidc_endpoint', message: expect.stringContaining('cannot be reached') },
      ],
    })
    expect(JSON.stringify(found)).not.toContain(CLIENT.secret)
  })

  it.each([
    ['a page that is no configuration', { oidc_endpoint: 'ISSUER/nowhere' }, 'oidc_endpoint'],
    ['an unknown scope', { oidc_scope: 'openid books' }, 'oidc_scope'],
    ['an unknown claim', { oidc_username_claim: 'upn' }, 'oidc_username_claim'],
  ])('keeps %s from being saved', async (_what, settings, field) => {
    await start()
    const filled = JSON.stringify(settings).replace('ISSUER', oidc.provider.issuer)
    const answer = await change(z.record(z.string(), z.unknown()).parse(JSON.parse(filled)))
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ errors: [{ path: field }] })
  })

  it('keeps people from switching to a provider that does not answer, but not from saving it', async () => {
    await start()
    await change({ login_type: 'forms' })
    const down = { oidc_endpoint: 'http://127.0.0.1:9/nothing-listens-here' }
    expect((await change({ ...down, login_type: 'oidc' })).status).toBe(409)
    expect((await change(down)).status).toBe(204)
    expect((await change({ login_type: 'oidc' })).status).toBe(409)
  })
})
