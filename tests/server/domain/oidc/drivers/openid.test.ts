import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startForgingProvider, type Forgery, type ProviderOddity } from '#fakes/forging-provider'
import { createOpenId } from '#server/domain/oidc/drivers/openid'
import type { OpenId, PendingSignIn, ProviderClient } from '#server/domain/oidc/oidc.types'
import { createTestClock } from '#tests/support/accounts'
import { freePort } from '#tests/support/free-port'

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

/** Visits the provider. @returns the parameters with which it redirects the person back. */
async function visit(): Promise<{ pending: PendingSignIn; query: URLSearchParams }> {
  const { address, pending } = await openId.startSignIn(client, { redirectUri: REDIRECT, scope: 'openid' })
  const answer = await fetch(address, { redirect: 'manual' })
  return { pending, query: new URL(answer.headers.get('location') ?? '').searchParams }
}

async function signIn() {
  const { pending, query } = await visit()
  return openId.completeSignIn(client, pending, query)
}

const isCalled = (path: string) => provider.received.filter((request) => request.path === path).length

describe('the request to the provider', () => {
  it('asks for a code with a new state, nonce and PKCE each time', async () => {
    const depart = () => openId.startSignIn(client, { redirectUri: REDIRECT, scope: 'openid profile' })
    const [one, other] = [await depart(), await depart()]
    const query = Object.fromEntries(new URL(one.address).searchParams)
    expect(query).toEqual({
      client_id: 'earmark',
      response_type: 'code',
      redirect_uri: REDIRECT,
      scope: 'openid profile',
      state: one.pending.state,
      nonce: one.pending.nonce,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
    expect(one.address).not.toContain(one.pending.codeVerifier)
    for (const key of ['state', 'nonce', 'codeVerifier'] as const) {
      expect(one.pending[key]).not.toBe(other.pending[key])
    }
  })

  it('accepts the issuer instead of its configuration’s address', async () => {
    client = { ...client, endpoint: `${provider.url}/` }
    expect((await signIn()).issuer).toBe(provider.url)
  })
})

describe('returning', () => {
  it('identifies the person', async () => {
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
    const { pending, query } = await visit()
    for (const [key, values] of Object.entries(changes)) {
      query.delete(key)
      for (const value of values) query.append(key, value)
    }
    await expect(openId.completeSignIn(client, pending, query)).rejects.toMatchObject({
      code: 'oidc_token_invalid',
    })
    expect(isCalled('/token')).toBe(0)
  })

  it('reports that the provider refused', async () => {
    const { pending } = await visit()
    const query = new URLSearchParams({
      error: 'access_denied',
      error_description: 'No.\nNever',
      state: pending.state,
    })
    await expect(openId.completeSignIn(client, pending, query)).rejects.toMatchObject({
      code: 'oidc_denied',
      message: 'The provider did not agree to the sign-in, or the person did not: access_denied (No. Never).',
    })
  })
})

describe('a refusal', () => {
  it.each([
    ['access_denied', 'The person said no', 'oidc_denied'],
    ['consent_required', undefined, 'oidc_denied'],
    ['invalid_request', 'Code challenge required.', 'oidc_pkce_refused'],
    ['invalid_request', 'Transform algorithm not supported.', 'oidc_pkce_refused'],
    ['invalid_request', 'PKCE is not enabled', 'oidc_pkce_refused'],
    ['invalid_request', 'no such thing', 'oidc_misconfigured'],
    ['invalid_scope', undefined, 'oidc_misconfigured'],
    ['unauthorized_client', undefined, 'oidc_client_refused'],
    ['temporarily_unavailable', undefined, 'oidc_unreachable'],
    ['something_new', undefined, 'oidc_denied'],
  ])('of the sign-in as %s (%s) is %s', async (error, description, code) => {
    const { pending } = await visit()
    const query = new URLSearchParams({ error, state: pending.state })
    if (description !== undefined) query.set('error_description', description)
    await expect(openId.completeSignIn(client, pending, query)).rejects.toMatchObject({ code })
  })

  it.each([
    ['invalid_grant', undefined, 'oidc_code_invalid'],
    ['invalid_grant', 'Invalid or expired code parameter.', 'oidc_code_invalid'],
    ['invalid_grant', 'Invalid code_verifier.', 'oidc_pkce_refused'],
    ['invalid_grant', 'No PKCE flow started. Cannot check code_verifier.', 'oidc_pkce_refused'],
    ['invalid_grant', 'PKCE verification failed: Code mismatch', 'oidc_pkce_refused'],
    ['invalid_request', 'code_challenge_method is not allowed', 'oidc_pkce_refused'],
    ['invalid_client', undefined, 'oidc_client_refused'],
    ['access_denied', undefined, 'oidc_denied'],
  ])('of the tokens as %s (%s) is %s', async (error, error_description, code) => {
    provider.be({ tokenFailure: { error, ...(error_description !== undefined && { error_description }) } })
    await expect(signIn()).rejects.toMatchObject({ code })
  })
})

describe('the client’s Basic credentials', () => {
  const id = 'ear-mark_1.0~home'
  const credentials = () =>
    provider.received
      .filter(({ path }) => path === '/token')
      .map(({ headers }) => Buffer.from(String(headers.authorization).slice(6), 'base64').toString())

  async function startWith(clientSecret: string, decodesBasic: boolean) {
    await provider.close()
    provider = await startForgingProvider(id, clientSecret)
    provider.be({ decodesBasic })
    client = {
      endpoint: provider.endpoint,
      clientId: id,
      clientSecret,
      tokenEndpointAuthMethod: 'client_secret_basic',
    }
  }

  it.each([true, false])('are plain if nothing needs encoding (provider decodes: %s)', async (decodes) => {
    await startWith('a-b_c.d~e*f', decodes)
    await signIn()
    expect(credentials()).toEqual([`${id}:a-b_c.d~e*f`])
  })

  it('are encoded if necessary', async () => {
    await startWith('a b+c%2F/é!', true)
    await signIn()
    expect(credentials()).toEqual([`${id}:a+b%2Bc%252F%2F%C3%A9%21`])
  })

  it('are tried once unencoded if the provider decodes nothing, which is remembered', async () => {
    const secret = 'a b+c%2F/é!'
    await startWith(secret, false)
    await signIn()
    expect(credentials()).toEqual([`${id}:a+b%2Bc%252F%2F%C3%A9%21`, `${id}:${secret}`])
    await signIn()
    openId.forget()
    await signIn()
    expect(credentials().slice(2)).toEqual([`${id}:${secret}`, `${id}:${secret}`])
    provider.be({ decodesBasic: true })
    await signIn()
    await signIn()
    const encoded = `${id}:a+b%2Bc%252F%2F%C3%A9%21`
    expect(credentials().slice(4)).toEqual([`${id}:${secret}`, encoded, encoded])
  })

  it('are remembered however the provider writes its address', async () => {
    const secret = 'a/b'
    await startWith(secret, false)
    provider.pretend({ token_endpoint: `${provider.url.replace('http:', 'HTTP:')}/x/../token` })
    await signIn()
    await signIn()
    expect(credentials()).toEqual([`${id}:a%2Fb`, `${id}:${secret}`, `${id}:${secret}`])
  })

  it('are tried no more often than that', async () => {
    await startWith('a/b', true)
    client = { ...client, clientSecret: 'wrong/' }
    await expect(signIn()).rejects.toMatchObject({ code: 'oidc_client_refused' })
    expect(credentials()).toHaveLength(2)
  })
})

describe('the client secret', () => {
  const clientSecret = 'a-secret+of 0wn'
  beforeEach(() => {
    client = { ...client, clientSecret }
  })

  it('is not repeated by the provider’s refusal of a token', async () => {
    const { pending, query } = await visit()
    const error_description = `Wrong: ${clientSecret}, ${encodeURIComponent(clientSecret)}`
    provider.be({ tokenFailure: { error: 'invalid_client', error_description } })
    await expect(openId.completeSignIn(client, pending, query)).rejects.toMatchObject({
      params: { text: 'invalid_client (Wrong: ***, ***)' },
    })
  })

  it('is not repeated by a refusal even if it consists of words, which the names of groups may contain', async () => {
    const inWords = { ...client, clientSecret: 'family library' }
    const { pending, query } = await visit()
    provider.be({ tokenFailure: { error: 'invalid_client', error_description: 'Wrong: family library' } })
    await expect(openId.completeSignIn(inWords, pending, query)).rejects.toMatchObject({
      params: { text: 'invalid_client (Wrong: ***)' },
    })
  })

  it('is not repeated by the address to which a person returns', async () => {
    const { pending } = await visit()
    const query = new URLSearchParams({
      error: 'server_error',
      error_description: `with ${clientSecret}`,
      state: pending.state,
      iss: provider.url,
    })
    await expect(openId.completeSignIn(client, pending, query)).rejects.toMatchObject({
      params: { text: 'server_error (with ***)' },
    })
  })
})

describe('a provider that changes its keys', () => {
  it.each([
    ['a new key', 'next'],
    ['another key of the same name', 'right'],
  ])('is asked for them again at the first token by %s, with the same tokens', async (_what, id) => {
    await signIn()
    provider.changeKeys(id)
    expect(await signIn()).toMatchObject({ subject: 'f-1' })
    expect([isCalled('/token'), isCalled('/jwks')]).toEqual([2, 2])
    await signIn()
    expect([isCalled('/token'), isCalled('/jwks')]).toEqual([3, 2])
  })

  it('may have moved them', async () => {
    await signIn()
    provider.changeKeys()
    provider.be({ redirects: { '/jwks': '/nowhere' } })
    await expect(signIn()).rejects.toMatchObject({ code: 'oidc_misconfigured' })
  })

  it('is asked at most twice about one token', async () => {
    await signIn()
    provider.forge({ signature: 'other key' })
    await expect(signIn()).rejects.toMatchObject({ code: 'oidc_token_invalid' })
    expect([isCalled('/token'), isCalled('/jwks')]).toEqual([2, 2])
  })

  it.each([
    ['somebody checks it', () => openId.discover(client.endpoint)],
    ['another instance was told to forget', async () => openId.forget()],
  ])('is asked for them again after %s', async (_what, act) => {
    await signIn()
    await act()
    await signIn()
    expect(isCalled('/jwks')).toBe(2)
  })
})

describe('the configuration’s address', () => {
  const WELL_KNOWN = '/.well-known/openid-configuration'
  const moved = `/moved${WELL_KNOWN}`

  it.each<[string, ProviderOddity]>([
    ['ends in a slash', { configurationAt: `${WELL_KNOWN}/` }],
    [
      'is redirected to one that ends in a slash',
      { configurationAt: `${WELL_KNOWN}/`, redirects: { [WELL_KNOWN]: `${WELL_KNOWN}/` } },
    ],
    [
      'has moved within the origin',
      { configurationAt: moved, redirects: { [WELL_KNOWN]: '/a', '/a': moved } },
    ],
  ])('is found where it %s', async (_what, odd) => {
    provider.be(odd)
    expect(await signIn()).toMatchObject({ issuer: provider.url })
    expect((await openId.discover(client.endpoint)).issuer).toBe(provider.url)
  })

  it('is found without the trailing slash that someone typed', async () => {
    client = { ...client, endpoint: `${provider.endpoint}/` }
    expect(await signIn()).toMatchObject({ issuer: provider.url })
  })

  it('is not followed to another origin, nor in a circle', async () => {
    const other = await startForgingProvider('earmark')
    provider.be({ redirects: { [WELL_KNOWN]: other.endpoint } })
    await expect(openId.discover(client.endpoint)).rejects.toMatchObject({ code: 'oidc_misconfigured' })
    expect(other.received).toEqual([])
    await other.close()
    provider.be({ redirects: { [WELL_KNOWN]: WELL_KNOWN } })
    await expect(openId.discover(client.endpoint)).rejects.toMatchObject({ code: 'oidc_misconfigured' })
  })

  it('is read only up to a limit', async () => {
    provider.be({ padding: 5_000_000 })
    await expect(openId.discover(client.endpoint)).rejects.toMatchObject({
      code: 'oidc_misconfigured',
      message: expect.stringContaining('larger'),
    })
  })

  it('must be the issuer’s, even at sign-in', async () => {
    provider.pretend({ issuer: 'https://id.example' })
    const depart = openId.startSignIn(client, { redirectUri: REDIRECT, scope: 'openid' })
    await expect(depart).rejects.toMatchObject({
      code: 'oidc_misconfigured',
      message: expect.stringContaining('https://id.example, which is not the issuer of this address'),
    })
    expect((await openId.discover(client.endpoint)).issuer).toBe('https://id.example')
  })
})

describe('a provider that fails', () => {
  const depart = () => openId.startSignIn(client, { redirectUri: REDIRECT, scope: 'openid' })

  it('is unreachable if nothing is there', async () => {
    client = { ...client, endpoint: `http://127.0.0.1:${await freePort()}` }
    await expect(depart()).rejects.toMatchObject({
      code: 'oidc_unreachable',
      status: 502,
      params: { why: 'provider_unreachable', step: 'configuration', failure: 'ECONNREFUSED' },
      message: expect.stringContaining('nothing is listening at the address'),
    })
  })

  it.each([
    ['fails', { kind: 'status', status: 503 }, 'oidc_unreachable'],
    ['hangs up', { kind: 'reset' }, 'oidc_unreachable'],
    ['is something else', { kind: 'html' }, 'oidc_misconfigured'],
    ['knows no such address', { kind: 'status', status: 404 }, 'oidc_misconfigured'],
    ['breaks off its response', { kind: 'half' }, 'oidc_unreachable'],
  ] as const)('gets its own code when it %s', async (_what, misbehaviour, code) => {
    provider.misbehave(misbehaviour)
    await expect(depart()).rejects.toMatchObject({ code })
    await expect(openId.discover(client.endpoint)).rejects.toMatchObject({ code })
  })

  it.each([
    ['no issuer', { issuer: undefined }],
    ['no place to sign in', { authorization_endpoint: undefined }],
    ['lists of the wrong type', { claims_supported: 'sub' }],
  ])('does not fit with %s', async (_what, changes) => {
    provider.pretend(changes)
    const discovery = openId.discover(client.endpoint).then((facts) => {
      if (facts.endpoints.authorization_endpoint === undefined) return depart()
      return undefined
    })
    await expect(discovery).rejects.toMatchObject({ code: 'oidc_misconfigured' })
  })

  it('is not waited for beyond the time limit', async () => {
    openId = createOpenId({ fetch, clock: clock.now, timeLimit: 0.05 })
    provider.misbehave({ kind: 'slow', ms: 5000 })
    await expect(depart()).rejects.toMatchObject({
      code: 'oidc_unreachable',
      message: expect.stringContaining('in time'),
    })
  })

  it('fails while the token is fetched', async () => {
    const { pending, query } = await visit()
    provider.misbehave({ kind: 'status', status: 500 })
    await expect(openId.completeSignIn(client, pending, query)).rejects.toMatchObject({
      code: 'oidc_unreachable',
    })
  })
})

describe('the provider’s configuration', () => {
  const discoveries = () => isCalled('/.well-known/openid-configuration')

  it('is read once for many concurrent sign-ins, and again after a while', async () => {
    await Promise.all([signIn(), signIn(), signIn()])
    expect(discoveries()).toBe(1)
    clock.pass(9 * 60_000)
    await signIn()
    expect(discoveries()).toBe(1)
    clock.pass(2 * 60_000)
    await signIn()
    expect(discoveries()).toBe(2)
  })

  it('is read again as soon as a setting changes', async () => {
    await openId.facts(client)
    client = { ...client, clientSecret: 'another' }
    await openId.facts(client)
    expect(discoveries()).toBe(2)
  })

  it('is not cached as missing if the provider was down for a moment', async () => {
    provider.misbehave({ kind: 'status', status: 503 })
    await expect(openId.facts(client)).rejects.toThrow()
    provider.misbehave(null)
    expect((await openId.facts(client)).issuer).toBe(provider.url)
  })

  it('is fetched again on request', async () => {
    await openId.facts(client)
    await openId.discover(client.endpoint)
    expect(discoveries()).toBe(2)
  })
})

describe('the address that ends the provider’s session', () => {
  it('names the session and where to return to', async () => {
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
