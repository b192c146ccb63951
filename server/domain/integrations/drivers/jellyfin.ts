import type { LibraryDriver } from '#server/domain/integrations/integrations.types'
import { createMediaBrowser } from './mediabrowser'
import type { ServiceHttpDependencies } from './service-http'

/**
 * Jellyfin 10.8 to 12: audiobooks are items of type AudioBook in libraries of type "books"
 * (https://jellyfin.org/docs/general/server/media/books). Builds of spring 2026 made them items of type Book
 * (https://github.com/jellyfin/jellyfin/pull/15377), as which they stay until their files are scanned again. From
 * version 12 on, keys are accepted only in this header
 * (https://github.com/jellyfin/jellyfin/pull/13306), which older versions read too.
 */
export function createJellyfin(dependencies: ServiceHttpDependencies): LibraryDriver {
  return createMediaBrowser(dependencies, {
    service: 'Jellyfin',
    example: 'http://jellyfin:8096',
    keyIsAt: 'Dashboard → API Keys',
    libraryTypes: ['books'],
    itemTypes: ['AudioBook', 'Book'],
    authorization: (key) => ({ authorization: `MediaBrowser Token="${key}"` }),
    link: (openedAt, id, serverId) =>
      `${openedAt}/web/#/details?id=${encodeURIComponent(id)}&serverId=${encodeURIComponent(serverId)}`,
  })
}
