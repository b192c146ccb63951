import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto'
import { sendJson, startFakeServer } from './fake-server'

/** How an ID token differs from the one that would be right. */
export interface Forgery {
  header?: Record<string, unknown>
  claims?: Record<string, unknown>
  /** `none`: without a signature; `other key`: by a key that is not the provider's. */
  signature?: 'right' | 'none' | 'other key'
  /** Leaves out the ID token. */
  missing?: boolean
}

const right = generateKeyPairSync('rsa', { modulusLength: 2048 })
const other = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** A provider that signs everybody in at once as the same person, with ID tokens that can be wrong in every way. */
export async function startForgingProvider(clientId: string) {
  let forgery: Forgery = {}
  let metadata: Record<string, unknown> = {}
  const nonces = new Map<string, string>()

  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  function idToken(nonce: string | undefined): string {
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: fake.url,
      aud: clientId,
      sub: 'f-1',
      preferred_username: 'rosa',
      iat: now,
      exp: now + 300,
      nonce,
      ...forgery.claims,
    }
    const signed = `${encode({ alg: 'RS256', kid: 'right', ...forgery.header })}.${encode(claims)}`
    if (forgery.signature === 'none') return `${signed}.`
    const { privateKey } = forgery.signature === 'other key' ? other : right
    return `${signed}.${createSign('RSA-SHA256').update(signed).sign(privateKey, 'base64url')}`
  }

  const fake = await startFakeServer(({ path, query, body }, response) => {
    switch (path) {
      case '/.well-known/openid-configuration':
        return sendJson(response, {
          issuer: fake.url,
          authorization_endpoint: `${fake.url}/authorize`,
          token_endpoint: `${fake.url}/token`,
          jwks_uri: `${fake.url}/jwks`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
          claims_supported: ['sub', 'preferred_username', 'groups'],
          token_endpoint_auth_methods_supported: ['client_secret_post'],
          ...metadata,
        })
      case '/jwks': {
        const key = right.publicKey.export({ format: 'jwk' })
        return sendJson(response, { keys: [{ ...key, use: 'sig', alg: 'RS256', kid: 'right' }] })
      }
      case '/authorize': {
        const code = randomUUID()
        nonces.set(code, query.get('nonce') ?? '')
        const back = new URL(query.get('redirect_uri') ?? '')
        back.searchParams.set('code', code)
        back.searchParams.set('state', query.get('state') ?? '')
        response.writeHead(302, { location: back.href }).end()
        return
      }
      case '/token': {
        const nonce = nonces.get(new URLSearchParams(body).get('code') ?? '')
        return sendJson(response, {
          access_token: 'an access token',
          token_type: 'Bearer',
          expires_in: 60,
          ...(forgery.missing ? {} : { id_token: idToken(nonce) }),
        })
      }
      default:
        return sendJson(response, { error: 'not_found' }, 404)
    }
  })

  return {
    ...fake,
    endpoint: `${fake.url}/.well-known/openid-configuration`,
    /** Forges from now on; the empty forgery is the right token. */
    forge(next: Forgery) {
      forgery = next
    },
    /** Says of itself from now on what differs from the truth. */
    pretend(changes: Record<string, unknown>) {
      metadata = changes
    },
  }
}
