import type { LibraryDriver } from '#server/domain/integrations/integrations.types'
import { createMediaBrowser } from './mediabrowser'
import type { ServiceHttpDependencies } from './service-http'

/**
 * Emby 4: audiobooks have a library type of their own (https://github.com/MediaBrowser/Emby/issues/3516). In
 * it they are albums, like music (https://github.com/terrelsa13/MUMC/pull/10), and all files of an audiobook
 * are one row.
 */
export function createEmby(dependencies: ServiceHttpDependencies): LibraryDriver {
  return createMediaBrowser(dependencies, {
    service: 'Emby',
    example: 'http://emby:8096',
    keyIsAt: 'Settings → API Keys',
    libraryTypes: ['audiobooks'],
    itemTypes: ['MusicAlbum', 'AudioBook'],
    authorization: (key) => ({ 'x-emby-token': key }),
    link: (openedAt, id, serverId) =>
      `${openedAt}/web/index.html#!/item?id=${encodeURIComponent(id)}&serverId=${encodeURIComponent(serverId)}`,
  })
}
