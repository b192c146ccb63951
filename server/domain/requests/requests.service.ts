import type { BookStatus, RequestedBookDto } from '#contract/books'
import type { Region } from '#contract/common'
import type { CountRequestsQuery, ListRequestsQuery } from '#contract/requests'
import type { Wishes } from '#contract/wishes'
import { batchesOf, type Batches } from '#server/async/batches'
import type { Transaction } from '#server/db/database'
import { shortenUsername } from '#server/domain/shorten-username.rules'
import { bind } from '#server/domain/bind'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import { AppError } from '#server/errors/app-error'
import { notInRegion } from '#server/domain/books/books.errors'
import type { BookFacts } from '#server/domain/books/books.types'
import { isHandMade } from '#server/domain/hand-made-id.rules'
import { visibilityOf } from '#server/domain/books/visibility.rules'
import type { CatalogueBook } from '#server/domain/catalogue/catalogue.types'
import { admit, type StoreRequest } from './store-request'
import { EXPORT_HEAD, exportLine } from './request-export.rules'
import { filterOf } from './request-filter.rules'
import { isRefunded } from './quotas.rules'
import type { Quotas } from './quotas.service'
import { wishesToKeep } from './wishes.rules'
import { withdrawalPolicy } from './request-policy.rules'
import type { RequestListRepository } from './request-list.repository'
import { alreadyAvailable, alreadyRequested } from './requests.errors'
import type { Arrivals, MessageBook, RequestsContext } from './requests.types'

interface Context extends RequestsContext {
  lists: RequestListRepository
  catalogue: { book(asin: string, region: Region): Promise<CatalogueBook | null> }
  arrivals: Pick<Arrivals, 'find'>
  storeRequest: StoreRequest
  quotas: Pick<Quotas, 'admit' | 'refund'>
}

interface CreateOptions {
  /** The default region if omitted. */
  region?: Region | undefined
  /** This person's wishes for it. */
  wishes?: Wishes | undefined
  /** It is wanted although the library has it: again by an administrator, in another edition by others. */
  again?: boolean | undefined
  /** An automatic request: leaves declined and available books alone. */
  unlessKnown?: boolean | undefined
}

/** A book to request. */
interface FoundBook {
  book: BookFacts & MessageBook
  lock: (within: Transaction) => Promise<unknown>
}

export type Requests = ReturnType<typeof createRequests>

/** Creates, lists and withdraws requests. */
export function createRequests(context: Context) {
  return bind(context, { create, list, exportLines, counts, remove })
}

/**
 * Reads the book to request, and says how to lock it: catalogue facts are refreshed, hand-made ones stay. Nothing is
 * locked while the catalogue is called.
 * @param known whether this person has had a request for it.
 * @throws AppError `not_in_region`, or those of the catalogue.
 */
async function findBook(context: Context, asin: string, region: Region, known: boolean): Promise<FoundBook> {
  const { catalogue, books, clock } = context
  if (!isHandMade(asin)) {
    const book = await catalogue.book(asin, region)
    if (book) return { book, lock: (within) => books.repository.store(within, book, clock()) }
  } else if (known) {
    const book = await books.repository.find(asin)
    if (book) return { book, lock: (within) => books.repository.lock(within, asin) }
  }
  throw notInRegion({ why: 'catalogue', asin, region })
}

/** Withdraws a person's own request. @returns whether there was one. */
async function withdrawOwn(
  { repository, books, demand, quotas }: Context,
  within: Transaction,
  user: CurrentUser,
  asin: string,
  now: Date,
): Promise<boolean> {
  const own = await repository.findRequest(asin, user.id, within)
  switch (withdrawalPolicy(own)) {
    case 'nothing':
      return false
    case 'declined_again':
      await repository.setStatus(within, { asin, userId: user.id, status: 'declined', now })
      break
    case 'removed':
      await repository.removeRequest(within, asin, user.id)
  }
  if (own && isRefunded(own.status, await demand.lockState(within, asin))) {
    await quotas.refund(within, asin, [user.id])
  }
  await books.timeline.add(within, { asin, kind: 'withdrawn', actor: user.username, at: now })
  return true
}

/** Deletes everyone's requests, declined ones included. @returns whether there were any. */
async function removeAll(
  { repository, books, demand, quotas }: Context,
  within: Transaction,
  user: CurrentUser,
  asin: string,
  now: Date,
): Promise<boolean> {
  const all = await repository.listRequests(within, asin)
  if (all.length === 0) return false
  const fulfilment = await demand.lockState(within, asin)
  const free = all.filter(({ status }) => isRefunded(status, fulfilment))
  await quotas.refund(
    within,
    asin,
    free.map(({ userId }) => userId),
  )
  await repository.removeAllRequests(within, asin)
  for (const { username } of all) {
    const detail = username === user.username ? null : { user: username }
    await books.timeline.add(within, { asin, kind: 'withdrawn', actor: user.username, detail, at: now })
  }
  return true
}

/**
 * Requests a book; after a decline, requests it once more. If two identical requests arrive at once, the
 * database keeps one.
 * @throws AppError `not_in_region`, `already_requested`, `already_available`, `declined_for_good`,
 *   `quota_exceeded`, or those of the catalogue.
 */
async function create(
  context: Context,
  user: CurrentUser,
  asin: string,
  options: CreateOptions = {},
): Promise<RequestedBookDto> {
  const { repository, demand, config, transaction, lockUser, storeRequest, quotas, books } = context
  const { clock, wake, announce, log } = context
  const former = await repository.findRequest(asin, user.id)
  const again = options.again ?? false
  // Checked first, because the outcome depends neither on a catalogue that may be down nor on approval.
  admit(user, former, await demand.standing(asin), { again, autoApproved: false })
  if (options.unlessKnown && former) throw alreadyRequested()
  // What the library has costs nothing, so this counts only once that is known.
  const refusal = await refusalOf(quotas.admit(user))
  const region = options.region ?? config.defaultRegion
  const { book, lock } = await findBook(context, asin, region, former !== null).catch((error: unknown) => {
    throw refusal ?? error
  })
  if (options.unlessKnown && (await books.findInLibrary(user, book))) throw alreadyAvailable()
  const wishes = wishesToKeep(options.wishes)
  const place = await placeOf(context, user, book, { again, wishes })
  if (refusal && !place) throw refusal
  const status = await transaction(async (within) => {
    // The catalogue may have taken its time, in which the person may have been demoted.
    const { role } = (await lockUser(within, user.id)) ?? user
    await lock(within)
    return storeRequest(within, { user: { ...user, role }, book, wishes, again, place, now: clock() })
  })
  wake()
  announce({ topic: 'requests', asin }, { admins: true, userIds: await repository.listRequesterIds(asin) })
  const { title } = book
  const who = shortenUsername(user.username)
  log.info('{user} requested "{title}": {status}', { user: who, title, asin, status })
  const present = await books.presenting(user, [book])
  const states = await books.states.find(visibilityOf(user), [asin])
  return present(book, states.get(asin))
}

/** Why something is refused; null if it is not. */
async function refusalOf(work: Promise<unknown>): Promise<AppError | null> {
  try {
    await work
    return null
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

/**
 * Where the library has a book, so that it need not be got for this request; null if it has not, or if an administrator
 * wants it again. An item that may be another edition does not do for those who want another one, say what they wish,
 * or join others who wait for the book.
 */
async function placeOf(
  { arrivals, repository }: Context,
  user: CurrentUser,
  book: BookFacts,
  { again, wishes }: { again: boolean; wishes: Wishes | null },
): ReturnType<Arrivals['find']> {
  if (again && user.role === 'admin') return null
  const isParticular = again || wishes !== null
  const others = await repository.listRequesterIds(book.asin)
  return arrivals.find(book, { another: isParticular || others.some((id) => id !== user.id) })
}

/**
 * A page of requested books that the person may see, or all of them without a limit, and the total. The ids are chosen
 * at once; each book is shown as it is when its batch is read.
 */
async function list(
  { lists, books }: Context,
  user: CurrentUser,
  query: ListRequestsQuery,
): Promise<{ books: Batches<RequestedBookDto>; total: number }> {
  const visibility = visibilityOf(user)
  const { asins, total } = await lists.choose(visibility, filterOf(query), query)
  const readSome = async (some: string[]) => {
    const listed = await lists.read(visibility, some)
    const present = await books.presenting(
      user,
      listed.map(({ facts }) => facts),
    )
    return listed.map(({ facts, state }) => present(facts, state))
  }
  return { books: batchesOf(asins, readSome), total }
}

/** A whole list as CSV, in batches; each row shows its book as it is when read. */
async function* exportLines(
  context: Context,
  user: CurrentUser,
  query: Omit<ListRequestsQuery, 'limit' | 'offset'>,
): AsyncGenerator<string, void> {
  yield EXPORT_HEAD
  const listed = await list(context, user, { ...query, offset: 0 })
  for await (const books of listed.books) yield books.map(exportLine).join('')
}

/**
 * Counts by status of the books that this person may see. A book in progress for others that also has a waiting request
 * counts as both.
 */
async function counts(
  { lists }: Context,
  user: CurrentUser,
  query: CountRequestsQuery = {},
): Promise<{ total: number; by_status: Partial<Record<BookStatus, number>> }> {
  const { byStatus, alsoWaiting } = await lists.count(visibilityOf(user), filterOf(query))
  const total = [...byStatus.values()].reduce((sum, number) => sum + number, 0)
  const waiting = (byStatus.get('waiting_for_approval') ?? 0) + alsoWaiting
  if (waiting > 0) byStatus.set('waiting_for_approval', waiting)
  return { total, by_status: Object.fromEntries(byStatus) }
}

/**
 * Withdraws requests for a book: an administrator everyone's, others their own. Without an approved request its
 * fulfilment ends, unless a grab may have happened. Does nothing if there is nothing to withdraw, so that a call whose
 * answer was lost can be repeated.
 */
async function remove(context: Context, user: CurrentUser, asin: string): Promise<void> {
  const { clock, repository, transaction, books, demand, announce, log } = context
  const now = clock()
  const before = await repository.listRequesterIds(asin)
  if (before.length === 0) return
  const { title, withdrawn } = await transaction(async (within) => {
    const locked = await books.repository.lock(within, asin)
    const withdraw = visibilityOf(user).everyone ? removeAll : withdrawOwn
    let found = false
    await demand.adjust(within, asin, now, async () => {
      found = await withdraw(context, within, user, asin, now)
    })
    return { title: locked, withdrawn: found }
  })
  if (!withdrawn) return
  demand.wake()
  announce({ topic: 'requests', asin }, { admins: true, userIds: before })
  log.info('{user} withdrew requests for "{title}"', { user: shortenUsername(user.username), title, asin })
}
