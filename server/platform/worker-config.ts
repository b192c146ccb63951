import { parseNetworks } from '#server/security/networks'
import { parseConfig, type Config } from './config'
import { StartError } from '#server/errors/start-error'

/** The address of the Worker in front, as the Durable Object sees it. */
export const FRONT = '127.0.0.1'

/** The configuration of a Worker. The secret key is required, because there is no file to store one in. */
export type WorkerConfig = Config & { readonly secretKey: string }

/**
 * Reads the configuration from the bindings of a Worker. The platform forwards only requests for configured
 * host names, so all are allowed, and it reports their client addresses, so its proxy is trusted.
 * @throws ConfigError, or StartError for a setting that a Worker does not support.
 */
export function readWorkerConfig(bindings: Readonly<Record<string, unknown>>): WorkerConfig {
  const variables = Object.entries(bindings).filter(
    (binding): binding is [string, string] => typeof binding[1] === 'string',
  )
  const config = parseConfig(Object.fromEntries(variables))
  if (config.usePostgres)
    throw new StartError(
      'SVC_DB__USE_POSTGRES is set: on Cloudflare Workers, the Durable Object stores everything. Remove it.',
    )
  if (config.baseUrl !== '/')
    throw new StartError(
      'SVC_APP__BASE_URL is set: on Cloudflare Workers files are served only at the root of a domain. Remove it.',
    )
  const { secretKey } = config
  if (secretKey === undefined)
    throw new StartError(
      'SVC_APP__SECRET_KEY is not set, and a Worker has no file to store a key in. Set it to 16 characters or more: wrangler secret put SVC_APP__SECRET_KEY',
    )
  const allowedHosts = config.allowedHosts ?? ['*']
  return { ...config, secretKey, allowedHosts, trustedProxies: parseNetworks(FRONT) ?? [] }
}
