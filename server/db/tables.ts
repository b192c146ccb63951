import type { Kit } from './kit'
import { defineAccountTables } from './tables/accounts'
import { defineBookLinkTables } from './tables/book-links'
import { defineConnectionTables } from './tables/connections'
import { defineFollowTables } from './tables/follows'
import { defineLibraryTables } from './tables/library'
import { defineListTables } from './tables/lists'
import { defineDownloadTables } from './tables/downloads'
import { defineNotificationTables } from './tables/notifications'
import { defineReleaseTables } from './tables/releases'
import { defineRequestTables } from './tables/requests'
import { defineSettingTables } from './tables/settings'

/**
 * Every table, once for both dialects. Ids and times come from the application; `*_key` columns contain a
 * normalised form that makes a name unique regardless of case.
 */
export function defineTables(kit: Kit) {
  const accounts = defineAccountTables(kit)
  const requests = defineRequestTables(kit, accounts)
  const releases = defineReleaseTables(kit, requests)
  return {
    ...defineSettingTables(kit),
    ...defineConnectionTables(kit),
    ...accounts,
    ...requests,
    ...defineBookLinkTables(kit, requests),
    ...defineLibraryTables(kit),
    ...defineListTables(kit, accounts),
    ...releases,
    ...defineDownloadTables(kit, { ...requests, ...releases }),
    ...defineNotificationTables(kit, accounts),
    ...defineFollowTables(kit, accounts),
  }
}

export type Tables = ReturnType<typeof defineTables>
