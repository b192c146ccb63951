import { describe, expect, it } from 'vitest'
import { logoutAnswer } from '#contract/auth'
import { startForgingProvider } from '#fakes/forging-provider'
import { CLIENT } from '#fakes/oidc-provider'
import { createTestClock } from '#tests/support/accounts'
import { onEachDatabase } from '#tests/support/databases'
import { createHttpBrowser, type HttpBrowser } from '#tests/support/http-browser'
import { ROOT_LOGIN, signIn } from '#tests/support/root'
import { oidcOfEachTest } from './oidc.fixture'

const { oidc, browser, start, change, storeIn } = oidcOfEachTest()
/** Where a request is redirected to. */
const locationOf = async (path: string) => (await oidc.server.fetch(path)).headers.get('location') ?? ''

onEachDatabase('OpenID Connect', (database) => {
  storeIn(database)

  describe('signing out', () => {
    const signOut = async (by: HttpBrowser) => {
      const answer = await by.request(`${oidc.server.url}/api/auth/logout`, { method: 'POST' })
      return logoutAnswer.parse(await answer.json()).redirect_to
    }

    it('ends the session here and at the provider, and returns to the sign-in page', async () => {
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

    it('does not reveal to another provider whom the former one vouched for', async () => {
      await start()
      await oidc.signIn(browser, 's-1')
      const next = await startForgingProvider(CLIENT.id, CLIENT.secret)
      const logout = `${next.url}/logout`
      next.pretend({ end_session_endpoint: logout })
      const moved = await change({ oidc_endpoint: next.endpoint, oidc_logout_url: logout })
      expect(moved.status).toBe(204)
      expect(await signOut(browser)).toBe(logout)
      await next.close()
    })

    it('opens any other address unchanged', async () => {
      await start({ settings: { oidc_logout_url: 'https://id.example/bye?realm=home' } })
      await oidc.signIn(browser, 's-1')
      expect(await signOut(browser)).toBe('https://id.example/bye?realm=home')
    })

    it('stays here if no address is set, or after signing in by password', async () => {
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

  describe('when OpenID Connect is forced', () => {
    const environment = { SVC_APP__FORCE_LOGIN_TYPE: 'oidc' }

    it('root signs in by password, configures it, and then people sign in', async () => {
      await start({ environment, settings: { oidc_client_id: null } })
      expect(await locationOf('/auth/oidc/login')).toBe('/login?error=oidc_not_configured')
      expect((await change({ oidc_client_id: CLIENT.id })).status).toBe(204)
      await oidc.signIn(browser, 's-1')
      expect(await oidc.user(browser)).toMatchObject({ username: 'Ada' })
    })

    it('only root may use the password form', async () => {
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
})

describe('a provider that fails', () => {
  const begin = '/auth/oidc/login?next=/requests'

  it('is named on the sign-in page while it is down, and root signs in by password', async () => {
    await start()
    await change({ oidc_endpoint: 'http://127.0.0.1:9/nothing-listens-here' })
    expect(await locationOf(begin)).toBe('/login?error=oidc_unreachable&at=configuration')
    expect(await signIn(oidc.server)).toMatch(/^earmark_session_/)
  })

  it('is logged for administrators, but not for every attempt', async () => {
    const clock = createTestClock()
    await start({ clock: clock.now })
    const failures = async () => {
      const { entries } = await oidc.server.app.audit.list({ kind: 'sign_in_failed', limit: 50, offset: 0 })
      return entries.map(({ detail }) => detail)
    }
    await change({ oidc_endpoint: 'http://127.0.0.1:9/nothing-listens-here' })
    const unreachable = expect.stringContaining('cannot be reached when asked for its configuration')
    for (let i = 0; i < 3; i++) await locationOf(begin)
    expect(await failures()).toEqual([unreachable])
    clock.pass(60_000)
    await locationOf(begin)
    expect(await failures()).toEqual([unreachable, unreachable])
    await change({ login_type: 'forms' })
    await locationOf(begin)
    expect(await failures()).toHaveLength(2)
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
      expect(await oidc.signIn(createHttpBrowser(), 's-1')).toBe('/login?error=oidc_client_refused&at=token')
      await change({ oidc_client_secret: CLIENT.secret })
      expect(await oidc.signIn(createHttpBrowser(), 's-1')).toBe('/requests')
    },
  )

  it('is not called under another login type', async () => {
    await start()
    expect((await change({ login_type: 'forms' })).status).toBe(204)
    expect(await locationOf(begin)).toBe('/login?error=oidc_off')
    expect(await locationOf('/auth/oidc?code=x&state=y')).toBe('/login?error=oidc_off')
  })

  it('cannot complete a sign-in after another one was configured', async () => {
    await start()
    const back = await oidc.visit(browser, 's-1')
    await change({ oidc_endpoint: oidc.provider.issuer })
    expect((await browser.request(back)).headers.get('location')).toBe('/login?error=oidc_state')
  })
})
