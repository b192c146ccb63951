import type { Logger } from '#server/platform/log'
import { createDeluge } from './drivers/deluge'
import { createAudiobookshelf } from './drivers/audiobookshelf'
import { createEmby } from './drivers/emby'
import { createJellyfin } from './drivers/jellyfin'
import { createMyAnonamouse } from './drivers/myanonamouse'
import { createNzbget } from './drivers/nzbget'
import { createPlex } from './drivers/plex'
import { createProwlarr } from './drivers/prowlarr'
import { createQbittorrent } from './drivers/qbittorrent'
import { createSabnzbd } from './drivers/sabnzbd'
import { createTransmission } from './drivers/transmission'
import type { IntegrationDriver } from './integrations.types'

export interface DriverDependencies {
  fetch: typeof globalThis.fetch
  clock: () => Date
  log: Logger
  /** The User-Agent header of this server. */
  userAgent: string
}

/** Every driver, in display order. A new driver needs its own file and a line here. */
export function createDrivers(dependencies: DriverDependencies): readonly IntegrationDriver[] {
  return [
    createProwlarr(dependencies),
    createMyAnonamouse(dependencies),
    createQbittorrent(dependencies),
    createTransmission(dependencies),
    createDeluge(dependencies),
    createSabnzbd(dependencies),
    createNzbget(dependencies),
    createAudiobookshelf(dependencies),
    createJellyfin(dependencies),
    createEmby(dependencies),
    createPlex(dependencies),
  ]
}

/** The kinds of indexers, each of which has one connection. */
export const INDEXERS = ['indexer_source', 'enrichment'] as const
/** Download clients and libraries, each of which may have several connections. */
export const PROGRAMS = ['download_client', 'library'] as const

/** The drivers of some kinds, in the same order. */
export function driversOf<K extends IntegrationDriver['kind']>(
  drivers: readonly IntegrationDriver[],
  ...kinds: readonly K[]
): Extract<IntegrationDriver, { kind: K }>[] {
  const wanted: readonly string[] = kinds
  return drivers.filter((driver): driver is Extract<IntegrationDriver, { kind: K }> =>
    wanted.includes(driver.kind),
  )
}
