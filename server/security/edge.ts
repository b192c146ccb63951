import type { Config } from '#server/platform/config'
import type { Logger } from '#server/platform/log'
import { createHosts } from './hosts'
import { createStrippedPrefix } from './stripped-prefix'
import { createUntrustedProxies } from './untrusted-proxies'

/**
 * Builds the guards at the edge of the server, which check host names and detect misconfigured proxies.
 * @param dependencies.machine name of the machine on its network.
 */
export function createEdge(dependencies: {
  config: Pick<Config, 'publicUrl' | 'allowedHosts' | 'baseUrl'>
  machine: string
  clock: () => Date
  log: Logger
}) {
  const { config, machine, clock, log } = dependencies
  const { publicUrl, allowedHosts, baseUrl } = config
  return {
    hosts: createHosts({ machine, publicUrl, allowed: allowedHosts ?? [], log }),
    strippedPrefix: createStrippedPrefix({ baseUrl, clock, log }),
    untrustedProxies: createUntrustedProxies({ clock }),
  }
}
