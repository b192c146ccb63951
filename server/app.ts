import { hostname } from 'node:os'
import type { Config } from './start/config'
import type { Database } from './db/database'
import { createAuditRepository } from './domain/audit/audit.repository'
import { createAudit } from './domain/audit/audit.service'
import { createAccounts } from './domain/auth/feature'
import type { PasswordHasher } from './domain/auth/auth.types'
import { argon2 } from './domain/auth/drivers/argon2'
import { networkOf } from './domain/auth/drivers/networks'
import { digest, randomToken } from './domain/auth/drivers/tokens'
import { createProviderUsersRepository } from './domain/auth/provider-users.repository'
import { createUsersRepository } from './domain/auth/users.repository'
import { bookActions } from './domain/book-actions.rules'
import { createBooksFeature } from './domain/books/feature'
import { createCatalogueFeature, createCoversFeature } from './domain/catalogue/feature'
import type { CoverImage } from './domain/catalogue/covers.types'
import { createFulfilmentFeature } from './domain/fulfilment/feature'
import { createIntegrations } from './domain/integrations/feature'
import { nameKey } from './domain/name-key.rules'
import { createNotifications } from './domain/notifications/feature'
import { createOidc } from './domain/oidc/feature'
import { createProvider } from './domain/oidc/provider'
import { rankInSlices } from './domain/ranking/ranking.rules'
import { createRequestsFeature } from './domain/requests/feature'
import { requestLinks } from './domain/requests/request-links.rules'
import { createSettingsFeature } from './domain/settings/feature'
import { createLiveEvents } from './http/live-events'
import { createEdge } from './security/edge'
import type { Logger } from './log'
import { yieldEvery } from './async/yield'

/** What the composition needs from outside: everything that tests replace. */
export interface AppDependencies {
  config: Config
  database: Database
  log: Logger
  /** The present. */
  clock: () => Date
  /** Reaches other services. */
  fetch: typeof globalThis.fetch
  /** Checks passwords; argon2 where it is left out. */
  hasher?: PasswordHasher
  /** Makes covers; in this process where it is left out. */
  coverImage?: CoverImage
  /** Encrypts what is stored; derived from the secret key. */
  secretKey: string
  version: string
}

export type App = ReturnType<typeof createApp>

/**
 * Builds every service once and wires them together, from those that need nobody to those that need others. Each
 * feature says in its `feature.ts` what it takes of `ground`. Nothing runs yet.
 */
export function createApp(dependencies: AppDependencies) {
  const { config, database, log, clock, version } = dependencies
  const live = createLiveEvents({ signals: database.signals, log })
  const audit = createAudit({ repository: createAuditRepository({ database }), clock })
  const { siteAddress, ...stored } = createSettingsFeature(dependencies)
  const ground = { ...dependencies, ...stored, audit, announce: live.publish }

  const integrations = createIntegrations(ground)
  const notifications = createNotifications({
    ...ground,
    linksTo: async (within, book) =>
      requestLinks({ origin: await siteAddress.find(within), baseUrl: config.baseUrl }, book),
  })

  const catalogue = createCatalogueFeature(ground)
  const books = createBooksFeature({
    ...ground,
    catalogue,
    outlook: async () => ({
      autoDownload: await ground.settings.get('auto_download'),
      possible: await integrations.source.configured(),
    }),
    searchIssue: integrations.searchIssue,
    actionsOf: bookActions,
  })
  const fulfilment = createFulfilmentFeature({
    ...ground,
    books,
    relatedBooks: catalogue.relatedBooks,
    source: integrations.source,
    enrichment: integrations.enrichment,
    rank: (input) => rankInSlices(input, yieldEvery()),
    accountIsVip: integrations.accountIsVip,
    outbox: notifications.outbox,
  })

  const usersRepository = createUsersRepository({ database })
  const requests = createRequestsFeature({
    ...ground,
    catalogue,
    books,
    demand: fulfilment.demand,
    lockUser: usersRepository.lock,
    notify: notifications.outbox.add,
    wake() {
      notifications.outbox.wake()
      fulfilment.demand.wake()
    },
    markDownloaded: fulfilment.adminActions.markDownloaded,
  })

  const provider = createProvider({ ...ground, signals: database.signals })
  const accounts = createAccounts({
    ...ground,
    usersRepository,
    hasher: dependencies.hasher ?? argon2,
    withdrawAllOf: requests.withdrawAllOf,
    noteSite: siteAddress.noteSignIn,
    checkOidc: async (candidate) => (await provider.inspect(candidate)).problems,
  })
  const oidc = createOidc({
    ...ground,
    ...accounts,
    ...provider,
    people: createProviderUsersRepository({ database }),
    tokens: { random: randomToken, digest },
    nameKey,
    networkOf,
  })

  return {
    config,
    database,
    log,
    clock,
    version,
    settings: ground.settings,
    audit,
    ...accounts,
    oidc,
    catalogue,
    covers: createCoversFeature({ ...ground, catalogue, storedCover: books.storedCover }),
    books,
    ...requests,
    fulfilment,
    ...notifications,
    live,
    integrations,
    siteAddress,
    ...createEdge({ config, machine: hostname(), clock, log }),
    /** Lets go of the database; nothing may be asked of the services afterwards. */
    close: () => database.close(),
  }
}
