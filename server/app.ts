import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Config } from './platform/config'
import type { Database } from './db/database'
import { createSlotsOfEach } from './async/slots'
import { createAuditFeature } from './domain/audit/feature'
import { createAccounts } from './domain/auth/feature'
import { createUsersRepository } from './domain/auth/users.repository'
import type { ActionsOf } from './domain/books/books.types'
import { createBooksFeature } from './domain/books/feature'
import { createCatalogueFeature, createCoversFeature } from './domain/catalogue/feature'
import { createDiscoverFeature } from './domain/discover/feature'
import { createEditions } from './domain/editions/editions.service'
import { createFollowFeature } from './domain/follow/feature'
import { createFulfilmentFeature } from './domain/fulfilment/feature'
import { fulfilmentActions } from './domain/fulfilment/fulfilment-actions.rules'
import { createIntegrations } from './domain/integrations/feature'
import { createArrivals } from './domain/library/arrival.service'
import { createLibraryFeature } from './domain/library/feature'
import { createListsFeature } from './domain/lists/feature'
import { createNotifications } from './domain/notifications/feature'
import { createOidc } from './domain/oidc/feature'
import { createProvider } from './domain/oidc/provider'
import { createPeople } from './domain/people/people.service'
import { libraryMatcher, listMatcher, rank } from './domain/ranking/feature'
import { createApprovals } from './domain/requests/approvals'
import { createRequestsFeature } from './domain/requests/feature'
import { createRequesters } from './domain/requests/requesters.repository'
import { requestActions } from './domain/requests/request-actions.rules'
import { requestLinks } from './domain/requests/request-links.rules'
import { createRetentionFeature } from './domain/retention/feature'
import { createSeries } from './domain/series/series.service'
import { createSettingsFeature } from './domain/settings/feature'
import { createLiveEvents } from './http/live-events'
import { createEdge } from './security/edge'
import { serverBusy } from './errors/server-busy'
import type { Logger } from './platform/log'
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

/**
 * Builds every service once and connects them, in order of dependency. The `feature.ts` of each feature lists
 * what it needs from `context`. Nothing runs yet.
 */
export function createApp(dependencies: AppDependencies) {
  const { config, database, log, clock, version } = dependencies
  const context = createContext(dependencies)
  const { settings, installation, audit, keptAudit, siteAddress, live } = context
  const integrations = createIntegrations(context)
  const { keptDeliveries, ...notifications } = createNotifications({
    ...context,
    linksTo: async (within, book) =>
      requestLinks({ origin: await siteAddress.find(within), baseUrl: config.baseUrl }, book),
  })
  const { requesters, ...books } = createBookFeatures({ ...context, ...notifications, integrations })
  const { kept: releases } = books.fulfilment
  const kept = { ...keptDeliveries, audit: keptAudit, releases, timeline: books.books.kept }
  return {
    ...{ config, database, log, clock, version, settings, installation, audit, siteAddress, live },
    integrations,
    ...createSignIn({ ...context, ...books, ...notifications }),
    ...books,
    ...notifications,
    ...createListsFeature({ ...context, ...books, requestMany: books.bulk.request, matcher: listMatcher }),
    ...createDiscoverFeature({ ...context, ...books }),
    ...createFollowFeature({ ...context, ...books, ...notifications, requesters }),
    ...createRetentionFeature({ ...context, kept }),
    ...createEdge(dependencies),
    /** Compresses a short response off the event loop. */
    gzip: promisify<string, Uint8Array>(gzip),
    /** Ensures that a person who makes many calls at once slows down only their own. */
    inSlotOf: createSlotsOfEach({ ...PER_PERSON, refuse: serverBusy }),
    /**
     * Removes the secrets that this key cannot decrypt.
     * @returns the names of connections, targets and settings to enter again.
     */
    async forgetLostSecrets() {
      const lost = {
        connections: await integrations.forgetLostSecrets(),
        targets: await notifications.notificationTargets.forgetLost(),
      }
      // Last, as it makes later starts accept this key.
      return { ...lost, settings: await settings.forgetLostSecrets() }
    },
    /** Closes the database; no service may be called afterwards. */
    close: () => database.close(),
  }
}

/** What every feature may use: the dependencies, settings, users, the audit log and live events. */
function createContext(dependencies: AppDependencies) {
  const { database, log } = dependencies
  const live = createLiveEvents({ signals: database.signals, log })
  const usersRepository = createUsersRepository({ database })
  const shared = { transaction: database.write, lockUser: usersRepository.lock, announce: live.publish }
  const features = { ...createSettingsFeature(dependencies), ...createAuditFeature(dependencies) }
  return { ...dependencies, ...features, ...shared, usersRepository, live }
}

type Context = ReturnType<typeof createContext>
type Notifications = Pick<ReturnType<typeof createNotifications>, 'outbox'>

/** Builds the catalogue, stored books, who wants them, and what gets them. */
function createBookFeatures(
  context: Context & Notifications & { integrations: ReturnType<typeof createIntegrations> },
) {
  const { source, searchIssue, enrichment, accountIsVip, connections } = context.integrations
  const catalogue = createCatalogueFeature(context)
  const library = createLibraryFeature({ ...context, connections, matcher: libraryMatcher })
  const requesters = createRequesters(context)
  const approvals = createApprovals(context)
  const shared = { ...context, source, connections, catalogue, library, requesters, approvals }
  const actionsOf: ActionsOf = (facts) => [...requestActions(facts), ...fulfilmentActions(facts)]
  const books = createBooksFeature({ ...shared, searchIssue, actionsOf })
  const searching = { relatedBooks: catalogue.relatedBooks, enrichment, rank, accountIsVip }
  const fulfilment = createFulfilmentFeature({ ...shared, ...searching, books })
  const { demand, adminActions, libraryEvents: events } = fulfilment
  const { markAvailable } = adminActions
  const { checkArrivals, findAnswer } = createArrivals({ ...shared, events })
  const arrivals = { find: findAnswer, record: events.arrived }
  return {
    ...{ catalogue, library, books, fulfilment, requesters },
    ...createRequestsFeature({ ...shared, books, demand, arrivals, markAvailable }),
    covers: createCoversFeature({ ...shared, storedCover: books.storedCover }),
    arrivals: { checkArrivals },
    series: createSeries({ ...shared, books }),
    people: createPeople({ ...shared, books }),
    editions: createEditions({ ...shared, books }),
  }
}

/** Builds accounts and sign-in. */
function createSignIn(
  context: Context &
    Pick<ReturnType<typeof createRequestsFeature>, 'withdrawAllOf'> &
    Pick<ReturnType<typeof createNotifications>, 'removeTargetsOf'>,
) {
  const provider = createProvider({ ...context, signals: context.database.signals })
  const { checkOidc } = provider
  const { forProviders, ...accounts } = createAccounts({
    ...context,
    checkOidc,
    noteSite: context.siteAddress.noteSignIn,
  })
  return { ...accounts, oidc: createOidc({ ...context, ...accounts, ...provider, ...forProviders }) }
}
