import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Config } from './start/config'
import type { Database } from './db/database'
import { createAuditRepository } from './domain/audit/audit.repository'
import { createAudit } from './domain/audit/audit.service'
import { createAccounts } from './domain/auth/accounts'
import { createUsersRepository } from './domain/auth/users.repository'
import type { PasswordHasher } from './domain/auth/auth.types'
import { argon2 } from './domain/auth/drivers/argon2'
import { networkOf } from './domain/auth/drivers/networks'
import { digest, randomToken } from './domain/auth/drivers/tokens'
import { nameKey } from './domain/name-key.rules'
import { createBooksFeature } from './domain/books/feature'
import { createCatalogue } from './domain/catalogue/catalogue.service'
import { createCovers } from './domain/catalogue/covers.service'
import type { CoverImage } from './domain/catalogue/covers.types'
import { createAudibleCatalogue } from './domain/catalogue/drivers/audible'
import { createCatalogueCache } from './domain/catalogue/drivers/catalogue-cache'
import { createCoverFiles } from './domain/catalogue/drivers/cover-files'
import { createCoverImage } from './domain/catalogue/drivers/cover-image'
import { createCoverSource } from './domain/catalogue/drivers/cover-source'
import { createFulfilmentFeature } from './domain/fulfilment/feature'
import { createDemand } from './domain/fulfilment/demand'
import { createFulfilmentsRepository } from './domain/fulfilment/fulfilments.repository'
import { createGrabsRepository } from './domain/fulfilment/grab/grabs.repository'
import { createReleaseSearchRepository } from './domain/fulfilment/search/release-search.repository'
import { createIndexers } from './domain/integrations/feature'
import { createNotifications } from './domain/notifications/notifications'
import { createInspection } from './domain/oidc/check.service'
import { createOpenId } from './domain/oidc/drivers/openid'
import { createOidc } from './domain/oidc/oidc'
import { requestLinks } from './domain/requests/request-links.rules'
import { createRequestsFeature } from './domain/requests/feature'
import { rankInSlices } from './domain/ranking/ranking.rules'
import { createSecretBox } from './domain/settings/drivers/secret-box'
import { secretKeyPath } from './domain/settings/drivers/secret-key-file'
import { createSettingsRepository } from './domain/settings/settings.repository'
import { createSettings } from './domain/settings/settings.service'
import { createSiteAddress } from './domain/settings/site-address.service'
import { createHosts } from './security/hosts'
import { createLiveEvents } from './http/live-events'
import { createStrippedPrefix } from './security/stripped-prefix'
import { createUntrustedProxies } from './security/untrusted-proxies'
import type { Logger } from './log'
import { yieldEvery } from './async/yield'
import { createPublicRequest } from './upstream/public-request'

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

/** Says that an administrator has the provider asked again, so that no instance goes on with what it knew. */
const PROVIDER_ASKED = 'oidc-provider'

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
  const siteAddress = createSiteAddress({
    settings,
    transaction: (work) => database.write(work),
    publicUrl: config.publicUrl,
    log,
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
  const audit = createAudit({ repository: createAuditRepository({ database }), clock })
  const indexers = createIndexers({
    database,
    settings,
    audit,
    secretBox,
    secretKey: dependencies.secretKey,
    fetch,
    announce,
    clock,
    log,
    version,
  })
  const notifications = createNotifications({
    database,
    audit,
    secretBox,
    settings,
    fetch,
    linksTo: async (within, book) =>
      requestLinks({ origin: await siteAddress.find(within), baseUrl: config.baseUrl }, book),
    announce,
    clock,
    log,
    version,
  })
  const demand = createDemand({
    fulfilments: createFulfilmentsRepository({ database }),
    grabs: createGrabsRepository({ database }),
    searches: createReleaseSearchRepository({ database }),
    signals: database.signals,
  })
  const books = createBooksFeature({
    database,
    catalogue,
    outlook: async () => ({
      autoDownload: await settings.get('auto_download'),
      possible: await indexers.source.configured(),
    }),
    searchIssue: indexers.searchIssue,
    config,
    clock,
  })
  const fulfilment = createFulfilmentFeature({
    database,
    demand,
    timeline: books.timeline,
    settings,
    source: indexers.source,
    enrichment: indexers.enrichment,
    rank: (input) => rankInSlices(input, yieldEvery()),
    accountIsVip: async () =>
      (await indexers.list()).some((indexer) => indexer.enabled && indexer.settings['mam_vip'] === true),
    outbox: notifications.outbox,
    announce,
    canSee: books.canSee,
    showBook: async (user, asin) => (await books.find(user, asin)).book,
    clock,
    log,
  })
  const users = createUsersRepository({ database })
  const requests = createRequestsFeature({
    database,
    catalogue,
    books,
    demand,
    lockUser: users.lock,
    notify: notifications.outbox.add,
    wake() {
      notifications.outbox.wake()
      demand.wake()
    },
    markDownloaded: fulfilment.adminActions.markDownloaded,
    announce,
    config,
    clock,
    log,
  })
  const openId = createOpenId({ fetch, clock })
  database.signals.subscribe(PROVIDER_ASKED, openId.forget)
  const inspectProvider = createInspection({
    openId,
    forget: () => database.signals.publish(PROVIDER_ASKED, ''),
  })
  const accounts = createAccounts({
    config,
    database,
    settings,
    settingsRepository,
    audit,
    hasher: dependencies.hasher ?? argon2,
    secretKey: dependencies.secretKey,
    usersRepository: users,
    withdrawAllOf: requests.withdrawAllOf,
    noteSite: siteAddress.noteSignIn,
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
    inspect: inspectProvider,
    audit,
    announce,
    tokens: { random: randomToken, digest },
    nameKey,
    networkOf,
    clock,
    log,
  })

  const covers = createCovers({
    catalogue,
    storedCover: books.storedCover,
    files: createCoverFiles({ directory: join(config.configDir, 'covers'), clock, log }),
    image: dependencies.coverImage ?? createCoverImage(),
    source: createCoverSource({
      fetch,
      publicly: createPublicRequest(),
      catalogueAddress: config.catalogueBaseUrl,
    }),
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
    books,
    ...requests,
    fulfilment,
    ...notifications,
    live,
    indexers,
    siteAddress,
    hosts: createHosts({
      machine: hostname(),
      publicUrl: config.publicUrl,
      allowed: config.allowedHosts ?? [],
      log,
    }),
    strippedPrefix: createStrippedPrefix({ baseUrl: config.baseUrl, clock, log }),
    untrustedProxies: createUntrustedProxies({ clock }),
    /** Lets go of the database; nothing may be asked of the services afterwards. */
    close: () => database.close(),
  }
}
