import type { ClientAuth, CustomFetch } from 'openid-client'
import { z } from 'zod'
import { outsideText } from '#server/upstream/outside-text'
import { parseJson } from '#server/upstream/parse-json'
import type { ProviderClient } from '#server/domain/oidc/oidc.types'

/**
 * Variants of `client_secret_basic`. RFC 6749, section 2.3.1 form-encodes id and secret before they become Basic
 * credentials, which some providers do not decode.
 */
type BasicForm = 'encoded' | 'raw'

/** Maximum clients whose variant is cached; there is only one unless the settings change. */
const MAX_REMEMBERED = 20

type Client = Pick<ProviderClient, 'clientId' | 'clientSecret' | 'tokenEndpointAuthMethod'>

/** Authenticates with Basic credentials, in the variant that the client's provider was found to accept. */
export function createBasicAuthentication() {
  const found = new Map<string, BasicForm>()
  // The provider may spell the address differently from the one fetched: in capitals, or with its default port.
  const nameOf = (tokenEndpoint: string, { clientId }: Client) =>
    JSON.stringify([new URL(tokenEndpoint).href, clientId])

  function remember(name: string, form: BasicForm): void {
    const [oldest] = found.keys()
    if (found.size >= MAX_REMEMBERED && oldest !== undefined) found.delete(oldest)
    found.set(name, form)
  }

  return {
    authentication:
      (client: Client): ClientAuth =>
      ({ token_endpoint: endpoint }, _client, _body, headers) => {
        const form = (endpoint !== undefined && found.get(nameOf(endpoint, client))) || 'encoded'
        headers.set('authorization', basicCredentials(client, form))
      },

    /**
     * Requests tokens with `reach`, and again in the other variant if the provider rejects the client. The
     * code is still valid then, because a provider checks it only for a client that it accepts.
     */
    tokenFetch(client: Client, reach: CustomFetch): CustomFetch {
      return async (address, options) => {
        const response = await reach(address, options)
        const encoded = basicCredentials(client, 'encoded')
        const raw = basicCredentials(client, 'raw')
        const isBasic = client.tokenEndpointAuthMethod === 'client_secret_basic'
        if (!isBasic || encoded === raw || !(await isClientRefused(response))) return response
        const sent = options.headers['authorization'] === raw ? 'raw' : 'encoded'
        const [form, authorization] =
          sent === 'raw' ? (['encoded', encoded] as const) : (['raw', raw] as const)
        const second = await reach(address, { ...options, headers: { ...options.headers, authorization } })
        if (await isClientRefused(second)) return response
        remember(nameOf(address, client), form)
        return second
      }
    },
  }
}

/** The value of the Authorization header that signs in a client. */
export function basicCredentials({ clientId, clientSecret }: Client, form: BasicForm): string {
  const write = form === 'raw' ? (text: string) => text : formEncode
  const bytes = new TextEncoder().encode(`${write(clientId)}:${write(clientSecret)}`)
  return `Basic ${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`
}

/**
 * Encodes as application/x-www-form-urlencoded, except unreserved characters (RFC 3986, section 2.3): they
 * mean the same encoded or not, and providers that decode nothing read them correctly.
 */
function formEncode(text: string): string {
  return encodeURIComponent(text)
    .replaceAll('%20', '+')
    .replace(/[!'()]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

const failureSchema = z.object({ error: outsideText })

/** RFC 6749, section 5.2. Some providers that respond with 401 say so only in a header. */
async function isClientRefused(response: Response): Promise<boolean> {
  if (response.status !== 400 && response.status !== 401) return false
  const text = await response.clone().text()
  try {
    const failure = failureSchema.safeParse(parseJson(text))
    if (failure.success) return failure.data.error === 'invalid_client'
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  return response.status === 401
}
