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
import type {
  DownloadClientDriver,
  EnrichmentDriver,
  SearchServiceDriver,
  LibraryDriver,
} from './integrations.types'

interface DriverDependencies {
  fetch: typeof globalThis.fetch
  clock: () => Date
  log: Logger
  /** The User-Agent header of this server. */
  userAgent: string
}

/** Every driver by kind, in display order. */
export interface Drivers {
  /** Only one: stored releases refer to its indexers by their ids there, which another one may use, too. */
  searchService: SearchServiceDriver
  enrichments: readonly EnrichmentDriver[]
  downloadClients: readonly DownloadClientDriver[]
  libraries: readonly LibraryDriver[]
}

/** Creates every driver. A new one needs its own file and a line here. */
export function createDrivers(dependencies: DriverDependencies): Drivers {
  return {
    searchService: createProwlarr(dependencies),
    enrichments: [createMyAnonamouse(dependencies)],
    downloadClients: [
      createQbittorrent(dependencies),
      createTransmission(dependencies),
      createDeluge(dependencies),
      createSabnzbd(dependencies),
      createNzbget(dependencies),
    ],
    libraries: [
      createAudiobookshelf(dependencies),
      createJellyfin(dependencies),
      createEmby(dependencies),
      createPlex(dependencies),
    ],
  }
}

/** The drivers of indexers, each of which has one connection. */
export const indexersOf = ({ searchService, enrichments }: Drivers) => [searchService, ...enrichments]

/** The drivers of programs, each of which may have several connections. */
export const programsOf = ({ downloadClients, libraries }: Drivers) => [...downloadClients, ...libraries]
