import type { RequestedBookDto, RequestStatus, BookStatus } from '#contract/books'
import type { Region } from '#contract/common'
import type { ListRequestsQuery } from '#contract/requests'
import type { LiveEvent } from '#contract/system'
import type { Database, Transaction } from '#server/db/database'
import { shortenUsername, type Logger } from '#server/log'
import { nameKey } from '#server/name-key.rules'
import type { CurrentUser } from '../auth/auth.types'
import type { CatalogueBook } from '../catalogue/catalogue.types'
import type { MessageFacts } from '../notifications/notifications.types'
import { presentBook } from './presentation'
import type { RequestListRepository } from './request-list.repository'
import { alreadyRequested, notInRegion, notRequested } from './requests.errors'
import type { RequestsRepository } from './requests.repository'
import { endsWithWithdrawal, firstStatus } from './requests.rules'
import type { BookFacts, BookState, StoredCover, Viewer } from './requests.types'
import { searchWords } from './search-text.rules'

export interface RequestsDependencies {
  repository: RequestsRepository
  lists: RequestListRepository
  catalogue: { book(asin: string, region: Region): Promise<CatalogueBook | null> }
  outbox: {
    /** Writes what is to be sent, in the transaction of what it tells about. */
    add(within: Transaction, facts: MessageFacts): Promise<void>
    /** Has it sent now; called when the transaction is done. */
    wake(): void
  }
  transaction: Database['write']
  /** Tells open pages; the ids are of the people who may know. */
  announce: (event: LiveEvent, audience: { admins: boolean; userIds: string[] }) => void
  config: { baseUrl: string; defaultRegion: Region }
  clock: () => Date
  log: Logger
}

export interface CreateOptions {
  /** The default region where it is left out. */
  region?: Region | undefined
  /** Where this person reaches the server, for links in messages: scheme, host and port. */
  origin?: string | undefined
}

export type Requests = ReturnType<typeof createRequests>

/** What people ask for, and where it stands. */
export function createRequests(dependencies: RequestsDependencies) {
  const { repository, lists, catalogue, outbox, transaction, announce, config, clock, log } = dependencies

  const present = (user: CurrentUser, facts: BookFacts, state: BookState | undefined) =>
    presentBook(facts, { state, username: user.username, baseUrl: config.baseUrl, now: clock() })

  /** Everything one request writes, or nothing of it. */
  async function store(user: CurrentUser, book: CatalogueBook, status: RequestStatus, origin: string | null) {
    const now = clock()
    const { asin } = book
    await transaction(async (within) => {
      await repository.storeBook(within, book, now)
      if (!(await repository.addRequest(within, { asin, userId: user.id, status, now }))) throw refuseAgain()
      if (status === 'approved') await repository.startFulfilment(within, asin, now)
      await repository.addTimelineEntry(within, { asin, kind: 'requested', actor: user.username, at: now })
      await outbox.add(within, { event: 'onNewRequest', requesterIds: [user.id], book, origin })
    })
  }

  return {
    /**
     * Asks for a book. Nothing is locked while the catalogue is asked; of two equal requests at once the
     * database keeps one.
     * @throws AppError `not_in_region`, `already_requested`, or those of the catalogue.
     */
    async create(user: CurrentUser, asin: string, options: CreateOptions = {}): Promise<RequestedBookDto> {
      const region = options.region ?? config.defaultRegion
      // First, as the answer does not depend on a catalogue that may be down.
      if ((await repository.findStatus(asin, user.id)) !== null) throw refuseAgain()
      const book = await catalogue.book(asin, region)
      if (book === null) throw refuseUnknown(asin, region)
      const status = firstStatus(user.role)
      await store(user, book, status, options.origin ?? null)
      outbox.wake()
      announce(
        { topic: 'requests', asin },
        { admins: true, userIds: await repository.listRequesterIds(asin) },
      )
      log.info('{user} requested {asin}: {status}', {
        user: shortenUsername(user.username),
        asin,
        status,
      })
      const states = await lists.states(viewerOf(user), [asin])
      return present(user, book, states.get(asin))
    },

    /** One page of requested books and their number without paging; what others may not see is left out. */
    async list(
      user: CurrentUser,
      query: ListRequestsQuery,
    ): Promise<{ books: RequestedBookDto[]; total: number }> {
      const { filter, status, user: requester, q, ...page } = query
      const { books, total } = await lists.list(
        viewerOf(user),
        {
          filter,
          status,
          requesterKey: requester === undefined ? undefined : nameKey(requester),
          words: q ? searchWords(q) : undefined,
        },
        page,
      )
      return { books: books.map(({ facts, state }) => present(user, facts, state)), total }
    },

    /** How many of the books this person may see stand where. */
    async counts(
      user: CurrentUser,
    ): Promise<{ total: number; by_status: Partial<Record<BookStatus, number>> }> {
      const byStatus = await lists.count(viewerOf(user))
      const total = [...byStatus.values()].reduce((sum, books) => sum + books, 0)
      return { total, by_status: Object.fromEntries(byStatus) }
    },

    /** Books of the catalogue with where they stand today: one query, whatever their number. */
    async present(user: CurrentUser, books: readonly BookFacts[]): Promise<RequestedBookDto[]> {
      const asins = [...new Set(books.map((book) => book.asin))]
      const states = await lists.states(viewerOf(user), asins)
      return books.map((book) => present(user, book, states.get(book.asin)))
    },

    /**
     * Withdraws: an administrator everybody's requests for a book, others their own. Without an approved
     * request the work on it ends, unless a grab may have happened.
     * @throws AppError `not_requested` when there is nothing to withdraw.
     */
    async remove(user: CurrentUser, asin: string): Promise<void> {
      const viewer = viewerOf(user)
      const now = clock()
      const before = await repository.listRequesterIds(asin)
      await transaction(async (within) => {
        await repository.lockBook(within, asin)
        const removed = await repository.removeRequests(
          within,
          asin,
          viewer.everyone ? undefined : viewer.userId,
        )
        if (removed.length === 0) throw notRequested('There is no request to withdraw.')
        const state = await repository.findFulfilment(within, asin)
        if (state && endsWithWithdrawal(state, await repository.countApproved(within, asin))) {
          await repository.endFulfilment(within, asin, state)
        }
        await repository.addTimelineEntry(within, { asin, kind: 'withdrawn', actor: user.username, at: now })
      })
      announce({ topic: 'requests', asin }, { admins: true, userIds: before })
      log.info('{user} withdrew {asin}', { user: shortenUsername(user.username), asin })
    },

    /** What is known of a requested book's cover; null when nobody ever asked for the book. */
    storedCover: (asin: string): Promise<StoredCover | null> => repository.findCover(asin),
  }
}

function viewerOf(user: CurrentUser): Viewer {
  return { userId: user.id, everyone: user.role === 'admin' }
}

function refuseAgain() {
  return alreadyRequested('You have requested this audiobook already.')
}

function refuseUnknown(asin: string, region: Region) {
  return notInRegion(`The catalogue has no audiobook ${asin} in the region ${region}.`)
}
