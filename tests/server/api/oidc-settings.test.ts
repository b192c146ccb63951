import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { oidcCheckSchema } from '#contract/oidc'
import { CLIENT } from '#fakes/oidc-provider'
import { createHttpBrowser, type HttpBrowser } from '#tests/support/http-browser'
import { changeSecurity, startOidcApp, type TestOidc, type TestOidcOptions } from '#tests/support/oidc'
import { signIn } from '#tests/support/root'

let oidc: TestOidc
let browser: HttpBrowser
async function start(options: TestOidcOptions = {}) {
  oidc = await startOidcApp(options)
  browser = createHttpBrowser()
  oidc.provider.accounts.set('s-1', { preferred_username: 'Ada' })
}
afterEach(() => oidc.close())

const change = (settings: Record<string, unknown>) => changeSecurity(oidc.server, settings)
/** Where a request is redirected to. */
const locationOf = async (path: string, headers: Record<string, string> = {}) =>
  (await oidc.server.fetch(path, { headers })).headers.get('location') ?? ''

describe('the address to which the provider returns people', () => {
  const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'books.example.org' }
  const redirectUri = async (headers?: Record<string, string>) =>
    new URL(await locationOf('/auth/oidc/login', headers)).searchParams.get('redirect_uri')
  const shown = async (headers: Record<string, string> = {}) => {
    const cookie = await signIn(oidc.server)
    const answer = await oidc.server.fetch('/api/settings/security/oidc', { headers: { ...headers, cookie } })
    return oidcCheckSchema.parse(await answer.json())
  }

  it('is that of the request, and the one shown in the settings', async () => {
    await start()
    expect(await redirectUri()).toBe(`${oidc.server.url}/auth/oidc`)
    expect(await shown()).toMatchObject({ redirect_url: `${oidc.server.url}/auth/oidc` })
  })

  it('is what a trusted proxy reports, below the base path', async () => {
    await start({ environment: { SVC_APP__BASE_URL: '/audiobooks/' } })
    expect(await redirectUri(forwarded)).toBe('https://books.example.org/audiobooks/auth/oidc')
    expect(await shown(forwarded)).toMatchObject({
      redirect_url: 'https://books.example.org/audiobooks/auth/oidc',
      logout_redirect_url: 'https://books.example.org/audiobooks/login',
    })
  })

  it('is never what an untrusted one reports', async () => {
    await start({ environment: { SVC_APP__FORWARDED_ALLOW_IPS: '192.0.2.1' } })
    expect(await redirectUri(forwarded)).toBe(`${oidc.server.url}/auth/oidc`)
  })

  it('is the configured one if there is one', async () => {
    await start({
      environment: {
        SVC_APP__PUBLIC_URL: 'https://audio.example.org',
        SVC_APP__ALLOWED_HOSTS: 'books.example.org',
      },
    })
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
  ])('works behind a proxy that people reach by %s', async (protocol, publicAddress) => {
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

  it('ignores an invalid forwarded host', async () => {
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

  it('accepts a provider that fits', async () => {
    await start()
    expect(await check()).toMatchObject({ reachable: true, problems: [] })
  })

  it('says what is wrong, without the secret', async () => {
    const environment = { SVC_APP__FORCE_LOGIN_TYPE: 'oidc' }
    await start({ environment, settings: { oidc_client_id: null } })
    await change({ oidc_endpoint: 'http://127.0.0.1:9/nothing-listens-here' })
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
    ['the address of another provider', { oidc_endpoint: 'http://localhost:PORT' }, 'oidc_endpoint'],
  ])('keeps %s from being saved', async (_what, settings, field) => {
    await start()
    const { issuer } = oidc.provider
    const filled = JSON.stringify(settings).replace('ISSUER', issuer).replace('PORT', new URL(issuer).port)
    const answer = await change(z.record(z.string(), z.unknown()).parse(JSON.parse(filled)))
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ errors: [{ path: field }] })
  })

  it.each([
    ['scope', { oidc_scope: 'openid books' }, 'oidc_scope'],
    ['claim', { oidc_username_claim: 'upn' }, 'oidc_username_claim'],
  ])('warns of a %s that is not listed, which can be saved', async (_what, settings, field) => {
    await start()
    expect((await change(settings)).status).toBe(204)
    const { problems, warnings, seen } = await check()
    expect(problems).toEqual([])
    const unlisted = { path: field, message: expect.stringMatching(/^The provider lists .*, but not /) }
    expect(warnings).toContainEqual(expect.objectContaining(unlisted))
    expect(seen).toMatchObject({
      issuer: oidc.provider.issuer,
      scopes: expect.arrayContaining(['openid', 'profile', 'groups']),
      claims: expect.arrayContaining(['sub', 'preferred_username', 'groups']),
    })
  })

  it('does not complain about the claim sub', async () => {
    await start({ settings: { oidc_username_claim: 'sub' } })
    expect((await check()).warnings.filter(({ path }) => path === 'oidc_username_claim')).toEqual([])
    await oidc.signIn(browser, 's-1')
    expect(await oidc.user(browser)).toMatchObject({ username: 's-1' })
  })

  it('prevents switching to a provider that does not answer, but not saving it', async () => {
    await start()
    await change({ login_type: 'forms' })
    const down = { oidc_endpoint: 'http://127.0.0.1:9/nothing-listens-here' }
    expect((await change({ ...down, login_type: 'oidc' })).status).toBe(409)
    expect((await change(down)).status).toBe(204)
    expect((await change({ login_type: 'oidc' })).status).toBe(409)
  })
})
