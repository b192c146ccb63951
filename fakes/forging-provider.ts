import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { sendJson, startFakeServer, type ReceivedRequest } from './fake-server'

/** How an ID token differs from a valid one. */
export interface Forgery {
  header?: Record<string, unknown>
  claims?: Record<string, unknown>
  /** `none`: unsigned; `other key`: signed by a key that is not the provider's. */
  signature?: 'right' | 'none' | 'other key'
  /** Omits the ID token. */
  missing?: boolean
}

const right = generateKeyPairSync('rsa', { modulusLength: 2048 })
const next = generateKeyPairSync('rsa', { modulusLength: 2048 })
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** How the provider misbehaves apart from its tokens. */
export interface ProviderOddity {
  /** Path of the configuration; other paths have nothing, or a redirect to it. */
  configurationAt?: string
  /** Other redirects, by path. */
  redirects?: Record<string, string>
  /** Compares Basic credentials without decoding them. */
  decodesBasic?: boolean
  /** The response to every token request. */
  tokenFailure?: { status?: number; error: string; error_description?: string }
  /** Leading spaces before the configuration, in bytes. */
  padding?: number
}

const CONFIGURATION = '/.well-known/openid-configuration'

interface Forger {
  clientId: string
  clientSecret: string
  forgery: Forgery
  oddity: ProviderOddity
  keys: typeof right
  kid: string
  metadata: Record<string, unknown>
  /** By code. */
  nonces: Map<string, string>
}

/** A provider that signs everyone in at once as the same person, with ID tokens that can be forged in every way. */
export async function startForgingProvider(clientId: string, clientSecret = 'secret') {
  const forger: Forger = {
    clientId,
    clientSecret,
    forgery: {},
    oddity: {},
    keys: right,
    kid: 'right',
    metadata: {},
    nonces: new Map(),
  }
  const fake = await startFakeServer((request, response) => answer(forger, fake.url, request, response))

  return {
    ...fake,
    endpoint: fake.url + CONFIGURATION,
    /** Forges tokens from now on; an empty forgery is a valid token. */
    forge(wanted: Forgery) {
      forger.forgery = wanted
    },
    /** Misbehaves from now on; no arguments stop it. */
    be(odd: ProviderOddity) {
      forger.oddity = odd
    },
    /** Signs with another key from now on. @param id of the key, which may stay the same. */
    changeKeys(id = 'next') {
      forger.keys = next
      forger.kid = id
    },
    /** Publishes false metadata from now on. */
    pretend(changes: Record<string, unknown>) {
      forger.metadata = changes
    },
  }
}

function answer(forger: Forger, url: string, request: ReceivedRequest, response: ServerResponse): void {
  const { configurationAt = CONFIGURATION, redirects = {} } = forger.oddity
  const { path } = request
  const location = redirects[path]
  if (location !== undefined) return void response.writeHead(301, { location }).end()
  switch (path === configurationAt ? CONFIGURATION : path === CONFIGURATION ? '' : path) {
    case CONFIGURATION:
      return configuration(forger, url, response)
    case '/jwks': {
      const key = forger.keys.publicKey.export({ format: 'jwk' })
      return sendJson(response, { keys: [{ ...key, use: 'sig', alg: 'RS256', kid: forger.kid }] })
    }
    case '/authorize':
      return authorize(forger, request, response)
    case '/token':
      return token(forger, url, request, response)
    default:
      return sendJson(response, { error: 'not_found' }, 404)
  }
}

function configuration({ oddity, metadata }: Forger, url: string, response: ServerResponse): void {
  const { padding = 0 } = oddity
  response.setHeader('content-type', 'application/json')
  if (padding > 0) response.write(' '.repeat(padding))
  const said = {
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    jwks_uri: `${url}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    claims_supported: ['sub', 'preferred_username', 'groups'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    ...metadata,
  }
  response.end(JSON.stringify(said))
}

function authorize({ nonces }: Forger, { query }: ReceivedRequest, response: ServerResponse): void {
  const code = randomUUID()
  nonces.set(code, query.get('nonce') ?? '')
  const back = new URL(query.get('redirect_uri') ?? '')
  back.searchParams.set('code', code)
  back.searchParams.set('state', query.get('state') ?? '')
  response.writeHead(302, { location: back.href }).end()
}

function token(
  forger: Forger,
  url: string,
  { body, headers }: ReceivedRequest,
  response: ServerResponse,
): void {
  const { forgery, oddity, nonces } = forger
  const form = new URLSearchParams(body)
  if (oddity.tokenFailure) {
    const { status = 400, ...failure } = oddity.tokenFailure
    return sendJson(response, failure, status)
  }
  if (!isClient(forger, headers.authorization, form)) {
    return sendJson(response, { error: 'invalid_client' }, 401)
  }
  const code = form.get('code') ?? ''
  const nonce = nonces.get(code)
  // A code can be used once (RFC 6749, section 4.1.2).
  if (!nonces.delete(code)) return sendJson(response, { error: 'invalid_grant' }, 400)
  sendJson(response, {
    access_token: 'an access token',
    token_type: 'Bearer',
    expires_in: 60,
    ...(forgery.missing ? {} : { id_token: idToken(forger, url, nonce) }),
  })
}

/** Whether a token request is authenticated as the client. */
function isClient(
  { clientId, clientSecret, oddity }: Forger,
  authorization: string | undefined,
  form: URLSearchParams,
): boolean {
  if (authorization === undefined) {
    return form.get('client_id') === clientId && form.get('client_secret') === clientSecret
  }
  const given = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString()
  const parts = [given.slice(0, given.indexOf(':')), given.slice(given.indexOf(':') + 1)]
  const undo = (text: string) => decodeURIComponent(text.replaceAll('+', ' '))
  const [id, secret] = oddity.decodesBasic === false ? parts : parts.map(undo)
  return id === clientId && secret === clientSecret
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

function idToken(
  { clientId, forgery, keys, kid, metadata }: Forger,
  url: string,
  nonce: string | undefined,
): string {
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    iss: metadata['issuer'] ?? url,
    aud: clientId,
    sub: 'f-1',
    preferred_username: 'rosa',
    iat: now,
    exp: now + 300,
    nonce,
    ...forgery.claims,
  }
  const signed = `${encode({ alg: 'RS256', kid, ...forgery.header })}.${encode(claims)}`
  if (forgery.signature === 'none') return `${signed}.`
  const { privateKey } = forgery.signature === 'other key' ? stranger : keys
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(privateKey, 'base64url')}`
}
