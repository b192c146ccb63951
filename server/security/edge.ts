import type { Config } from '#server/start/config'
import type { Logger } from '#server/log'
import { createHosts } from './hosts'
import { createStrippedPrefix } from './stripped-prefix'
import { createUntrustedProxies } from './untrusted-proxies'

/**
 * Builds what watches the edge of the server: its own names, and proxies that are not set up.
 * @param dependencies.machine name of the machine in its network.
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
