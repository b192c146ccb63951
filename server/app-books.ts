import type { Ground } from './app'
import { yieldEvery, yieldNow } from './async/yield'
import type { UsersRepository } from './domain/auth/users.repository'
import { bookActions } from './domain/book-actions.rules'
import { createBooksFeature, type BooksFeature } from './domain/books/feature'
import { createCatalogueFeature, createCoversFeature } from './domain/catalogue/feature'
import { createEditions } from './domain/editions/editions.service'
import { createArrivals } from './domain/library/arrival.service'
import { createLibraryFeature, type LibraryFeature } from './domain/library/feature'
import { createFulfilmentFeature, type FulfilmentFeature } from './domain/fulfilment/feature'
import type { Integrations } from './domain/integrations/feature'
import type { createNotifications } from './domain/notifications/feature'
import { createListsFeature, type ListsFeatureDependencies } from './domain/lists/feature'
import type { RankingInput } from './domain/ranking/ranking.types'
import { createPeople } from './domain/people/people.service'
import { createApprovals } from './domain/requests/approvals'
import { createRequestsFeature } from './domain/requests/feature'
import { createSeries } from './domain/series/series.service'

/** Part of the composition root: the catalogue, stored books, requests and fulfilment. */
export function createBookFeatures(
  ground: Ground & {
    integrations: Integrations
    notifications: ReturnType<typeof createNotifications>
    usersRepository: UsersRepository
  },
) {
  const { integrations, notifications, usersRepository } = ground
  const catalogue = createCatalogueFeature(ground)
  const library = createLibraryOf(ground)
  const approvals = createApprovals(ground)
  const books = createBooksFeature({
    ...ground,
    approvals,
    catalogue,
    outlook: async () => ({
      autoDownload: await ground.settings.get('auto_download'),
      possible: await integrations.source.configured(),
    }),
    searchIssue: integrations.searchIssue,
    actionsOf: bookActions,
    inLibrary: library.owned.shownTo,
    hasLibrary: library.matches.isSetUp,
  })
  const fulfilment = createFulfilmentFeature({
    ...ground,
    books,
    relatedBooks: catalogue.relatedBooks,
    source: integrations.source,
    enrichment: integrations.enrichment,
    clients: integrations.connections.clients,
    noteClient: integrations.connections.note,
    hasLibrary: async () => (await integrations.connections.libraries()).length > 0,
    rank,
    accountIsVip: integrations.accountIsVip,
    outbox: notifications.outbox,
  })
  const requests = createRequestsFeature({
    ...ground,
    approvals,
    catalogue,
    books,
    demand: fulfilment.demand,
    lockUser: usersRepository.lock,
    notify: notifications.outbox.add,
    wake() {
      notifications.outbox.wake()
      fulfilment.demand.wake()
    },
    markAvailable: fulfilment.adminActions.markAvailable,
  })
  const covers = createCoversFeature({ ...ground, catalogue, storedCover: books.storedCover })
  const arrivals = createArrivalsOf(ground, library, fulfilment)
  const works = createWorksOf({ ...ground, catalogue, books })
  const lists = createListsOf(ground, { catalogue, books, requestMany: requests.bulk.request })
  return { catalogue, covers, books, ...works, ...requests, ...lists, fulfilment, library, arrivals }
}

/** Builds the features that group books: series, people, and the editions of a work. */
function createWorksOf(
  ground: Ground & { catalogue: ReturnType<typeof createCatalogueFeature>; books: BooksFeature },
) {
  return { series: createSeries(ground), people: createPeople(ground), editions: createEditions(ground) }
}

/** Builds the imported lists. */
function createListsOf(
  ground: Ground & { usersRepository: UsersRepository },
  others: Pick<ListsFeatureDependencies, 'catalogue' | 'books' | 'requestMany'>,
) {
  return createListsFeature({
    ...ground,
    ...others,
    lockUser: ground.usersRepository.lock,
    matcher: async () => (await import('./domain/ranking/list-matcher.rules')).listMatcher,
  })
}

/** Builds the contents of the media servers. */
function createLibraryOf(ground: Ground & { integrations: Integrations }): LibraryFeature {
  return createLibraryFeature({
    ...ground,
    connections: ground.integrations.connections,
    matcher,
    yieldNow,
    yieldEvery,
    changed: () => ground.announce({ topic: 'requests' }, 'everyone'),
  })
}

/** The ranking rules and their word lists, loaded on first use. */
async function matcher() {
  const { libraryMatcher } = await import('./domain/ranking/library-matcher.rules')
  return libraryMatcher
}

async function rank(input: RankingInput) {
  const { rankInSlices } = await import('./domain/ranking/ranking.rules')
  return rankInSlices(input, yieldEvery())
}

/** Marks books as available once the library has them. */
function createArrivalsOf(
  { database, integrations, clock }: Ground & { integrations: Integrations },
  library: LibraryFeature,
  { libraryEvents, settings }: FulfilmentFeature,
) {
  return createArrivals({
    connections: integrations.connections,
    library,
    events: libraryEvents,
    missingAfter: async () => (await settings.read()).missing_after_hours,
    transaction: (work) => database.write(work),
    clock,
  })
}
