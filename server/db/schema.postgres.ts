import { postgresKit } from './postgres-kit'
import { defineTables } from './tables'

/** The tables as drizzle-kit reads them to generate migrations/postgres. */
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
} = defineTables(postgresKit)
