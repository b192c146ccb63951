import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startForgingProvider, type Forgery } from '#fakes/forging-provider'
import { createOpenId } from '#server/domain/oidc/drivers/openid'
import type { OpenId, Passage, ProviderClient } from '#server/domain/oidc/oidc.types'
import { createTestClock } from '../../../../support/accounts'
import { freePort } from '../../../../support/free-port'

const REDIRECT = 'http://books.example/auth/oidc'

let provider: Awaited<ReturnType<typeof startForgingProvider>>
let clock: ReturnType<typeof createTestClock>
let openId: OpenId
let client: ProviderClient
beforeEach(async () => {
  provider = await startForgingProvider('earmark')
  clock = createTestClock()
  openId = createOpenId({ fetch, clock: clock.now })
  client = {
    endpoint: provider.endpoint,
    clientId: 'earmark',
    clientSecret: 'secret',
    tokenEndpointAuthMethod: 'client_secret_post',
  }
})
afterEach(() => provider.close())

/** Goes to the provider. @returns what it sends the person back with. */
async function visit(): Promise<{ passage: Passage; query: URLSearchParams }> {
  const { address, passage } = await openId.depart(client, { redirectUri: REDIRECT, scope: 'openid' })
  const answer = await fetch(address, { redirect: 'manual' })
  return { passage, query: new URL(answer.headers.get('location') ?? '').searchParams }
}

async function signIn() {
  const { passage, query } = await visit()
  return openId.arrive(client, passage, query)
}

const isCalled = (path: string) => provider.received.filter((request) => request.path === path).length

describe('setting out to the provider', () => {
  it('asks for a code with state, nonce and PKCE, all of them new each time', async () => {
    const depart = () => openId.depart(client, { redirectUri: REDIRECT, scope: 'openid profile' })
    const [one, other] = [await depart(), await depart()]
    const query = Object.fromEntries(new URL(one.address).searchParams)
    expect(query).toEqual({
      client_id: 'earmark',
      response_type: 'code',
      redirect_uri: REDIRECT,
      scope: 'openid profile',
      state: one.passage.state,
      nonce: one.passage.nonce,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
    expect(one.address).not.toContain(one.passage.codeVerifier)
    for (const key of ['state', 'nonce', 'codeVerifier'] as const) {
      expect(one.passage[key]).not.toBe(other.passage[key])
    }
  })

  it('takes the issuer in place of the address of its configuration', async () => {
    client = { ...client, endpoint: `${provider.url}/` }
    expect((await signIn()).issuer).toBe(provider.url)
  })
})

describe('coming back', () => {
  it('says who it is', async () => {
    provider.forge({ claims: { groups: ['admin'] } })
    const arrival = await signIn()
    expect(arrival).toMatchObject({ issuer: provider.url, subject: 'f-1', claims: { groups: ['admin'] } })
    expect(arrival.idToken.split('.')).toHaveLength(3)
    expect(await arrival.userInfo()).toEqual({})
  })

  const past = Math.floor(Date.now() / 1000) - 3600
  it.each<[string, Forgery]>([
    ['is unsigned', { header: { alg: 'none' }, signature: 'none' }],
    ['lost its signature', { signature: 'none' }],
    ['is signed by somebody else', { signature: 'other key' }],
    ['is signed by a key that the provider does not publish', { header: { kid: 'unknown' } }],
    ['is signed with the client secret', { header: { alg: 'HS256' } }],
    ['has expired', { claims: { iat: past, exp: past + 60 } }],
    ['never expires', { claims: { exp: undefined } }],
    ['is for another server', { claims: { aud: 'another' } }],
    ['is of another provider', { claims: { iss: 'https://evil.example' } }],
    ['is for another sign-in', { claims: { nonce: 'forged' } }],
    ['is for no sign-in', { claims: { nonce: undefined } }],
    ['names nobody', { claims: { sub: undefined } }],
    ['is missing', { missing: true }],
  ])('is refused with an ID token that %s', async (_what, forgery) => {
    provider.forge(forgery)
    await expect(signIn()).rejects.toMatchObject({ code: 'oidc_token_invalid', status: 403 })
  })

  it.each<[string, Record<string, string[]>]>([
    ['another state', { state: ['another'] }],
    ['two states', { state: ['one', 'other'] }],
    ['another issuer', { iss: ['https://evil.example'] }],
  ])('is refused with %s', async (_what, changes) => {
    const { passage, query } = await visit()
    for (const [key, values] of Object.entries(changes)) {
      query.delete(key)
      for (const value of values) query.append(key, value)
    }
    await expect(openId.arrive(client, passage, query)).rejects.toMatchObject({ code: 'oidc_token_invalid' })
    expect(isCalled('/token')).toBe(0)
  })

  it('says when the provider refused', async () => {
    const { passage } = await visit()
    const query = new URLSearchParams({
      error: 'access_denied',
      error_description: 'No.\nNever',
      state: passage.state,
    })
    await expect(openId.arrive(client, passage, query)).rejects.toMatchObject({
      code: 'oidc_denied',
      message: 'The provider refused: access_denied (No. Never).',
    })
  })
})

describe('a provider that does not work', () => {
  const depart = () => openId.depart(client, { redirectUri: REDIRECT, scope: 'openid' })

  it('is unreachable when nothing is there', async () => {
    client = { ...client, endpoint: `http://127.0.0.1:${await freePort()}` }
    await expect(depart()).rejects.toMatchObject({
      code: 'oidc_unreachable',
      status: 502,
      message: expect.stringContaining('ECONNREFUSED'),
    })
  })

  it.each([
    ['fails', { kind: 'status', status: 503 }, 'oidc_unreachable'],
    ['hangs up', { kind: 'reset' }, 'oidc_unreachable'],
    ['is something else', { kind: 'html' }, 'oidc_misconfigured'],
    ['knows no such address', { kind: 'status', status: 404 }, 'oidc_misconfigured'],
    ['answers by half', { kind: 'half' }, 'oidc_unreachable'],
  ] as const)('is told apart when it %s', async (_what, misbehaviour, code) => {
    provider.misbehave(misbehaviour)
    await expect(depart()).rejects.toMatchObject({ code })
    await expect(openId.discover(client.endpoint)).rejects.toMatchObject({ code })
  })

  it.each([
    ['no issuer', { issuer: undefined }],
    ['no place to sign in', { authorization_endpoint: undefined }],
    ['lists that are none', { claims_supported: 'sub' }],
  ])('does not fit with %s', async (_what, changes) => {
    provider.pretend(changes)
    const asked = openId.discover(client.endpoint).then((facts) => {
      if (facts.endpoints.authorization_endpoint === undefined) return depart()
      return undefined
    })
    await expect(asked).rejects.toMatchObject({ code: 'oidc_misconfigured' })
  })

  it('is not waited for longer than the time limit', async () => {
    openId = createOpenId({ fetch, clock: clock.now, timeLimit: 0.05 })
    provider.misbehave({ kind: 'slow', ms: 5000 })
    await expect(depart()).rejects.toMatchObject({
      code: 'oidc_unreachable',
      message: expect.stringContaining('in time'),
    })
  })

  it('fails while the token is fetched', async () => {
    const { passage, query } = await visit()
    provider.misbehave({ kind: 'status', status: 500 })
    await expect(openId.arrive(client, passage, query)).rejects.toMatchObject({ code: 'oidc_unreachable' })
  })
})

describe('the configuration of the provider', () => {
  const discoveries = () => isCalled('/.well-known/openid-configuration')

  it('is read once for many who come at once, and again after a while', async () => {
    await Promise.all([signIn(), signIn(), signIn()])
    expect(discoveries()).toBe(1)
    clock.pass(9 * 60_000)
    await signIn()
    expect(discoveries()).toBe(1)
    clock.pass(2 * 60_000)
    await signIn()
    expect(discoveries()).toBe(2)
  })

  it('is read anew as soon as a setting changes', async () => {
    await openId.facts(client)
    client = { ...client, clientSecret: 'another' }
    await openId.facts(client)
    expect(discoveries()).toBe(2)
  })

  it('is not held against a provider that was down for a moment', async () => {
    provider.misbehave({ kind: 'status', status: 503 })
    await expect(openId.facts(client)).rejects.toThrow()
    provider.misbehave(null)
    expect((await openId.facts(client)).issuer).toBe(provider.url)
  })

  it('is asked for anew by whoever wants to check it', async () => {
    await openId.facts(client)
    await openId.discover(client.endpoint)
    expect(discoveries()).toBe(2)
  })
})

describe('the address at which the provider’s session ends', () => {
  it('says whose session it is and where to come back to', async () => {
    provider.pretend({ end_session_endpoint: `${provider.url}/logout?realm=home` })
    const address = new URL(
      await openId.endSessionAddress(client, { idToken: 'x.y.z', returnTo: 'http://books.example/login' }),
    )
    expect(address.pathname).toBe('/logout')
    expect(Object.fromEntries(address.searchParams)).toEqual({
      realm: 'home',
      client_id: 'earmark',
      id_token_hint: 'x.y.z',
      post_logout_redirect_uri: 'http://books.example/login',
    })
  })
})
