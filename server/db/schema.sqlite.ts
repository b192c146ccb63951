import { sqliteKit } from './kit'
import { defineTables } from './tables'

/** The tables as drizzle-kit reads them to generate migrations/sqlite. */
export const {
  settings,
  users,
  sessions,
  apiKeys,
  passwordFailures,
  signInNetworks,
  oidcAttempts,
  auditEntries,
  audiobooks,
  requests,
  fulfilments,
  timeline,
  releaseSearches,
  releases,
  grabs,
  blockedReleases,
  judgedPairs,
  downloads,
  downloadPolls,
  indexers,
  connections,
  libraryItems,
  libraryKeys,
  libraryCorrections,
  libraryWalks,
  notificationTargets,
  deliveries,
  deliveryAttempts,
} = defineTables(sqliteKit)
