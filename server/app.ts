import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Config } from './start/config'
import type { Database } from './db/database'
import { createBookFeatures } from './app-books'
import { createSlotsOfEach } from './async/slots'
import { createAuditRepository } from './domain/audit/audit.repository'
import { createKeptAudit } from './domain/audit/kept-audit.repository'
import { createAudit } from './domain/audit/audit.service'
import { createAccounts, type AccountsDependencies } from './domain/auth/feature'
import { networkOf } from './domain/auth/drivers/networks'
import { digest, randomToken } from './domain/auth/drivers/tokens'
import { createProviderUsersRepository } from './domain/auth/provider-users.repository'
import { createUsersRepository } from './domain/auth/users.repository'
import { catalogueTimeout } from './domain/catalogue/catalogue.errors'
import { createDiscoverFeature } from './domain/discover/feature'
import { createFollowFeature } from './domain/follow/feature'
import { createKeptTimeline } from './domain/books/kept-timeline.repository'
import { createKeptSearches } from './domain/fulfilment/search/kept-searches.repository'
import { createIntegrations } from './domain/integrations/feature'
import { nameKey } from './domain/name-key.rules'
import { createNotifications } from './domain/notifications/feature'
import { createKeptDeliveries } from './domain/notifications/kept-deliveries.repository'
import { createOidc } from './domain/oidc/feature'
import { createProvider } from './domain/oidc/provider'
import { requestLinks } from './domain/requests/request-links.rules'
import { createRetentionFeature } from './domain/retention/feature'
import { createSettingsFeature } from './domain/settings/feature'
import { createLiveEvents } from './http/live-events'
import { createEdge } from './security/edge'
import type { Logger } from './log'
import type { Drivers } from './platform/platform'

/** What the composition needs from outside: everything that tests replace. */
interface AppDependencies extends Drivers {
  config: Config
  database: Database
  log: Logger
  /** Returns the current time. */
  clock: () => Date
  /** Fetches from other services. */
  fetch: typeof globalThis.fetch
  /** Stored secrets are encrypted with keys derived from it. */
  secretKey: string
  /** Where the key is set, for messages to administrators. */
  secretKeySource: string
  version: string
}

/**
 * How many of a person's calls are answered at the same time: twice what a browser requests, and half of the
 * shortest queue for the catalogue.
 */
const PER_PERSON = { atOnce: 12, waiting: 200 }

export type App = ReturnType<typeof createApp>
export type Ground = Omit<ReturnType<typeof createGround>, 'live' | 'siteAddress'>

/**
 * Builds every service once and connects them, in order of dependency. The `feature.ts` of each feature lists
 * what it needs from `ground`. Nothing runs yet.
 */
export function createApp(dependencies: AppDependencies) {
  const { config, database, log, clock, version } = dependencies
  const { siteAddress, live, ...ground } = createGround(dependencies)
  const integrations = createIntegrations(ground)
  const usersRepository = createUsersRepository(ground)
  const notifications = createNotifications({
    ...ground,
    lockUser: usersRepository.lock,
    linksTo: async (within, book) =>
      requestLinks({ origin: await siteAddress.find(within), baseUrl: config.baseUrl }, book),
  })
  const books = createBookFeatures({ ...ground, integrations, notifications, usersRepository })
  const people = createPeople({
    ...ground,
    usersRepository,
    withdrawAllOf: books.withdrawAllOf,
    noteSite: siteAddress.noteSignIn,
  })

  return {
    config,
    database,
    log,
    clock,
    version,
    settings: ground.settings,
    audit: ground.audit,
    ...people,
    ...books,
    ...createDiscoverFeature({ ...ground, ...books }),
    ...createFollowFeature({ ...ground, ...books, ...notifications, lockUser: usersRepository.lock }),
    ...notifications,
    ...createRetentionOf(ground),
    live,
    integrations,
    siteAddress,
    /** Compresses a short response off the event loop. */
    gzip: promisify<string, Uint8Array>(gzip),
    ...createEdge(dependencies),
    /** Ensures that a person who makes many calls at once slows down only their own. */
    inSlotOf: createSlotsOfEach({ ...PER_PERSON, refuse: () => catalogueTimeout() }),
    /** Closes the database; no service may be called afterwards. */
    close: () => database.close(),
  }
}

/** What every feature may use: the dependencies, settings, the audit log and live events. */
function createGround(dependencies: AppDependencies) {
  const { database, log, clock } = dependencies
  const live = createLiveEvents({ signals: database.signals, log })
  const audit = createAudit({ repository: createAuditRepository({ database }), clock })
  return { ...dependencies, ...createSettingsFeature(dependencies), audit, live, announce: live.publish }
}

/** Builds accounts and sign-in. */
function createPeople(
  ground: Ground & Pick<AccountsDependencies, 'usersRepository' | 'withdrawAllOf' | 'noteSite'>,
) {
  const provider = createProvider({ ...ground, signals: ground.database.signals })
  const accounts = createAccounts({
    ...ground,
    checkOidc: async (candidate) => (await provider.inspect(candidate)).problems,
  })
  const oidc = createOidc({
    ...ground,
    ...accounts,
    ...provider,
    people: createProviderUsersRepository(ground),
    tokens: { random: randomToken, digest },
    nameKey,
    networkOf,
  })
  return { ...accounts, oidc }
}

/** Builds the cleanup of old rows. Each feature deletes its own. */
function createRetentionOf(ground: Ground) {
  const kept = {
    releases: createKeptSearches(ground),
    timeline: createKeptTimeline(ground),
    deliveries: createKeptDeliveries(ground, 'delivered'),
    failed_deliveries: createKeptDeliveries(ground, 'failed'),
    audit: createKeptAudit(ground),
  }
  return createRetentionFeature({ ...ground, kept })
}
