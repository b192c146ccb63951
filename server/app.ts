import { join } from 'node:path'
import type { Config } from './config'
import type { Database } from './db/database'
import { createAuditRepository } from './domain/audit/audit.repository'
import { createAudit } from './domain/audit/audit.service'
import { createAccounts } from './domain/auth/accounts'
import { argon2 } from './domain/auth/drivers/argon2'
import { digest, randomToken } from './domain/auth/drivers/tokens'
import { nameKey } from './name-key.rules'
import { createCatalogue } from './domain/catalogue/catalogue.service'
import { createCovers } from './domain/catalogue/covers.service'
import { createAudibleCatalogue } from './domain/catalogue/drivers/audible'
import { createCatalogueCache } from './domain/catalogue/drivers/catalogue-cache'
import { createCoverFiles } from './domain/catalogue/drivers/cover-files'
import { createCoverImage } from './domain/catalogue/drivers/cover-image'
import { createCoverSource } from './domain/catalogue/drivers/cover-source'
import { createNotifications } from './domain/notifications/notifications'
import { createInspection } from './domain/oidc/check.service'
import { createOpenId } from './domain/oidc/drivers/openid'
import { createOidc } from './domain/oidc/oidc'
import { createDepartures } from './domain/requests/departures.service'
import { requestLinks } from './domain/requests/request-links.rules'
import { createRequestListRepository } from './domain/requests/request-list.repository'
import { createRequestsRepository } from './domain/requests/requests.repository'
import { createRequests } from './domain/requests/requests.service'
import { createSecretBox } from './domain/settings/drivers/secret-box'
import { secretKeyPath } from './domain/settings/drivers/secret-key-file'
import { createSettingsRepository } from './domain/settings/settings.repository'
import { createSettings } from './domain/settings/settings.service'
import { createLiveEvents } from './http/live-events'
import { createUntrustedProxies } from './http/untrusted-proxies'
import type { Logger } from './log'

/** What the composition needs from outside: everything that tests replace. */
export interface AppDependencies {
  config: Config
  database: Database
  log: Logger
  /** The present. */
  clock: () => Date
  /** Reaches other services. */
  fetch: typeof globalThis.fetch
  /** Encrypts what is stored; derived from the secret key. */
  secretKey: string
  version: string
}

export type App = ReturnType<typeof createApp>

/** Builds every service once and wires them together. Nothing runs yet. */
export function createApp(dependencies: AppDependencies) {
  const { config, database, log, clock, fetch, version } = dependencies

  const secretBox = createSecretBox(dependencies.secretKey)
  const settingsRepository = createSettingsRepository({ database })
  const settings = createSettings({
    repository: settingsRepository,
    secretBox,
    secretKeySource: config.secretKey ? 'SVC_APP__SECRET_KEY' : `the file ${secretKeyPath(config.configDir)}`,
    clock,
  })
  const live = createLiveEvents({ signals: database.signals, log })
  const announce = live.publish

  const catalogue = createCatalogue({
    driver: createAudibleCatalogue({ fetch, baseUrl: config.catalogueBaseUrl }),
    cache: createCatalogueCache(),
    clock,
    defaultRegion: config.defaultRegion,
    log,
  })
  const notifications = createNotifications({
    database,
    secretBox,
    settings,
    fetch,
    linksTo: (book, origin) =>
      requestLinks({ origin: config.publicUrl ?? origin, baseUrl: config.baseUrl }, book),
    announce,
    clock,
    log,
    version,
  })
  const requestsRepository = createRequestsRepository({ database })
  const requests = createRequests({
    repository: requestsRepository,
    lists: createRequestListRepository({ database }),
    catalogue,
    outbox: notifications.outbox,
    transaction: (work) => database.write(work),
    announce,
    config,
    clock,
    log,
  })
  const openId = createOpenId({ fetch, clock })
  const inspectProvider = createInspection({ openId })
  const departures = createDepartures({ repository: requestsRepository, clock })
  const audit = createAudit({ repository: createAuditRepository({ database }), clock })
  const accounts = createAccounts({
    config,
    database,
    settings,
    settingsRepository,
    audit,
    hasher: argon2,
    withdrawAllOf: departures.withdrawAllOf,
    checkOidc: async (candidate) => (await inspectProvider(candidate)).problems,
    announce,
    clock,
    log,
    version,
  })

  const oidc = createOidc({
    ...accounts,
    config,
    database,
    settings,
    secretBox,
    openId,
    audit,
    announce,
    tokens: { random: randomToken, digest },
    nameKey,
    clock,
    log,
  })

  const covers = createCovers({
    catalogue,
    storedCover: (asin) => requests.storedCover(asin),
    files: createCoverFiles({ directory: join(config.configDir, 'covers'), clock, log }),
    image: createCoverImage(),
    source: createCoverSource({ fetch }),
    defaultRegion: config.defaultRegion,
    clock,
    log,
  })

  return {
    config,
    database,
    log,
    clock,
    version,
    settings,
    audit,
    ...accounts,
    oidc,
    catalogue,
    covers,
    requests,
    ...notifications,
    live,
    untrustedProxies: createUntrustedProxies({ clock }),
    /** Lets go of the database; nothing may be asked of the services afterwards. */
    close: () => database.close(),
  }
}
