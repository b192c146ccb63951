import type { ColumnTypes } from './column-types'
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
export function defineTables(types: ColumnTypes) {
  const accounts = defineAccountTables(types)
  const requests = defineRequestTables(types, accounts)
  const releases = defineReleaseTables(types, requests)
  return {
    ...defineSettingTables(types),
    ...defineConnectionTables(types),
    ...accounts,
    ...requests,
    ...defineBookLinkTables(types, requests),
    ...defineLibraryTables(types),
    ...defineListTables(types, accounts),
    ...releases,
    ...defineDownloadTables(types, { ...requests, ...releases }),
    ...defineNotificationTables(types, accounts),
    ...defineFollowTables(types, accounts),
  }
}

export type Tables = ReturnType<typeof defineTables>

/** A whole row of a table. */
export type Row<Name extends keyof Tables> = Tables[Name]['$inferSelect']
