import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import Provider, {
  type Adapter,
  type AdapterPayload,
  type ClientMetadata,
  type Configuration,
} from 'oidc-provider'
import { sendHtml } from './fake-server'

export const CLIENT = { id: 'earmark', secret: 'a client secret that nobody guesses, but tests' }

export interface OidcProviderOptions {
  /** Allowed redirect addresses. */
  redirectUris: string[]
  afterLogoutUris?: string[]
  tokenEndpointAuthMethod?: 'client_secret_post' | 'client_secret_basic'
  /** Whether claims are only in the user info, as OpenID Connect specifies, or also in the ID token. */
  claimsIn?: 'id token' | 'user info'
}

/** Claims other than `sub`, by scope, that this provider lists and returns. */
const CLAIMS = {
  openid: ['sub'],
  profile: ['preferred_username', 'name', 'urn:example:login', 'urn:example:roles', 'account'],
  groups: ['groups'],
}

/** One key for all providers of a test run, because generating one takes a while. */
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** Claims of all accounts, by subject. */
type Accounts = Map<string, Record<string, unknown>>

/**
 * A certified OpenID Connect provider on loopback. It shows every visitor a form that asks who they are, and
 * believes the answer. Signing in needs a cookie and two steps, as with real providers.
 */
export async function startOidcProvider(options: OidcProviderOptions) {
  const accounts: Accounts = new Map()

  const server = createServer()
  await new Promise<void>((started) => server.listen(0, '127.0.0.1', started))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The fake has no port')
  const issuer = `http://127.0.0.1:${address.port}`

  const provider: Provider = new Provider(issuer, {
    ...configuration(options, accounts),
    // Grants consent without asking.
    async loadExistingGrant(context) {
      const { session, client: relyingParty } = context.oidc
      if (!session?.accountId || !relyingParty) return undefined
      const given = session.grantIdFor(relyingParty.clientId)
      if (given !== undefined) return provider.Grant.find(given)
      const grant = new provider.Grant({ accountId: session.accountId, clientId: relyingParty.clientId })
      grant.addOIDCScope(Object.keys(CLAIMS).join(' '))
      await grant.save()
      return grant
    },
  })
  const answer = provider.callback()

  server.on('request', (request, response) => {
    const work = request.url?.startsWith('/interaction/')
      ? interact(provider, request, response)
      : answer(request, response)
    work.catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined))
  })

  return {
    issuer,
    endpoint: `${issuer}/.well-known/openid-configuration`,
    accounts,
    async close(): Promise<void> {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

function configuration(options: OidcProviderOptions, accounts: Accounts): Configuration {
  const client: ClientMetadata = {
    client_id: CLIENT.id,
    client_secret: CLIENT.secret,
    redirect_uris: options.redirectUris,
    post_logout_redirect_uris: options.afterLogoutUris ?? [],
    token_endpoint_auth_method: options.tokenEndpointAuthMethod ?? 'client_secret_post',
    grant_types: ['authorization_code'],
    response_types: ['code'],
  }
  return {
    adapter: createMemory(),
    clients: [client],
    claims: CLAIMS,
    conformIdTokenClaims: options.claimsIn === 'user info',
    cookies: { keys: ['a key for the cookies of tests'] },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        // The package's own page loads a font from another host.
        logoutSource(context, form) {
          context.body = `<!doctype html><title>Provider</title>${form}<button form="op.logoutForm" name="logout" value="yes">Yes, sign me out</button>`
        },
      },
    },
    findAccount: (_context, subject) => {
      const claims = accounts.get(subject)
      return claims && { accountId: subject, claims: () => ({ ...claims, sub: subject }) }
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'tests' }] },
    pkce: { methods: ['S256'], required: () => true },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  }
}

async function interact(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'POST') {
    return sendHtml(
      response,
      '<!doctype html><title>Provider</title><form method="post"><label>Account <input name="account" autofocus></label><button>Sign in</button> <button name="cancel" value="yes">Cancel</button></form>',
    )
  }
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += String(chunk)
  const form = new URLSearchParams(body)
  await provider.interactionFinished(
    request,
    response,
    form.has('cancel')
      ? { error: 'access_denied', error_description: 'The person said no' }
      : { login: { accountId: form.get('account') ?? '' } },
    { mergeWithLastSubmission: false },
  )
}

export type OidcProvider = Awaited<ReturnType<typeof startOidcProvider>>

/** Storage for the provider's sessions, codes and grants, with a separate adapter for each model. */
function createMemory(): (name: string) => Adapter {
  const stored = new Map<string, AdapterPayload>()
  const find = (matches: (payload: AdapterPayload) => boolean) => [...stored.values()].find(matches)

  return (name) => {
    const key = (id: string) => `${name}:${id}`
    return {
      upsert: async (id, payload) => void stored.set(key(id), payload),
      find: async (id) => stored.get(key(id)),
      findByUid: async (uid) => find((payload) => payload.uid === uid),
      findByUserCode: async (userCode) => find((payload) => payload.userCode === userCode),
      consume: async (id) => {
        const payload = stored.get(key(id))
        if (payload) payload.consumed = Math.floor(Date.now() / 1000)
      },
      destroy: async (id) => void stored.delete(key(id)),
      revokeByGrantId: async (grantId) => {
        for (const [id, payload] of stored) if (payload.grantId === grantId) stored.delete(id)
      },
    }
  }
}
