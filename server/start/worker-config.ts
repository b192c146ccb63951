import { parseNetworks } from '#server/security/networks'
import { parseConfig, type Config } from './config'
import { StartError } from '#server/platform/start-error'

/** What the Worker in front comes from, as the object sees it. */
export const FRONT = '127.0.0.1'

/** What a Worker runs with: a secret key above all, because there is no file to keep one in. */
export type WorkerConfig = Config & { readonly secretKey: string }

/**
 * Reads the configuration from the bindings of a Worker. The platform hands on requests under the names that were set
 * up with it alone, and says whom they come from.
 * @throws ConfigError, or StartError for what a Worker cannot do.
 */
export function readWorkerConfig(bindings: Readonly<Record<string, unknown>>): WorkerConfig {
  const variables = Object.entries(bindings).filter(
    (binding): binding is [string, string] => typeof binding[1] === 'string',
  )
  const config = parseConfig(Object.fromEntries(variables))
  if (config.usePostgres)
    throw new StartError(
      'SVC_DB__USE_POSTGRES is set: on Cloudflare Workers everything is stored in the Durable Object. Remove it.',
    )
  if (config.baseUrl !== '/')
    throw new StartError(
      'SVC_APP__BASE_URL is set: on Cloudflare Workers files are served only at the root of a domain. Remove it.',
    )
  const { secretKey } = config
  if (secretKey === undefined)
    throw new StartError(
      'SVC_APP__SECRET_KEY is not set, and there is no file here to keep a key in. Set it to 16 characters or more: wrangler secret put SVC_APP__SECRET_KEY',
    )
  const allowedHosts = config.allowedHosts ?? ['*']
  return { ...config, secretKey, allowedHosts, trustedProxies: parseNetworks(FRONT) ?? [] }
}
