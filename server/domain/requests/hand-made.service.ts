import type { HandMadeBody, HandMadeCorrection, HandMadeDto, NewHandMadeBody } from '#contract/hand-made'
import { batchesOf, type Batches } from '#server/async/batches'
import type { Transaction } from '#server/db/database'
import { shortenUsername } from '#server/domain/shorten-username.rules'
import { bind } from '#server/domain/bind'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import { notRequested } from '#server/domain/books/books.errors'
import type { HandMadeFacts } from '#server/domain/books/books.types'
import { isSameRecording } from '#server/domain/books/hand-made.rules'
import { handMadeId, ID_BYTES, isHandMade } from '#server/domain/hand-made-id.rules'
import { visibilityOf } from '#server/domain/books/visibility.rules'
import type { Approvals } from './approvals'
import type { StoreRequest } from './store-request'
import type { RequestListRepository } from './request-list.repository'
import { alreadyWrittenDown, approvedAsWritten, inLibrary } from './requests.errors'
import type { Requests } from './requests.service'
import type { RequestsContext } from './requests.types'
import { wishesToKeep } from './wishes.rules'

interface Context extends RequestsContext {
  lists: RequestListRepository
  requests: Pick<Requests, 'remove'>
  storeRequest: StoreRequest
  approvals: Approvals
  /** Marks a book as in the library. */
  markAvailable: (user: CurrentUser, asin: string) => Promise<void>
}

/** Requests for books that the catalogue does not have; otherwise they work like any other request. */
export function createHandMade(context: Context) {
  return bind(context, { list, create, update, remove, markAvailable })
}

async function readSome({ lists, books }: Context, user: CurrentUser, ids: string[]): Promise<HandMadeDto[]> {
  const listed = await lists.read(visibilityOf(user), ids)
  const present = await books.presenting(
    user,
    listed.map(({ facts }) => facts),
  )
  return listed.map(({ facts, state }) => ({
    ...present(facts, state),
    id: facts.asin,
    info: facts.info ?? null,
  }))
}

/** Ensures that a person may see a hand-made request. @throws AppError `not_requested`. */
async function visible({ books }: Context, user: CurrentUser, id: string): Promise<void> {
  const known = isHandMade(id) && (await books.canSee(user, id)) && (await books.repository.find(id)) !== null
  if (!known) throw notRequested({ why: 'hand_made', id })
}

/** Facts that a person does not enter for a hand-made book. */
const UNKNOWN = { series: [], language: null, edition: null, runtimeMin: null }

/**
 * Ensures that an approval would also hold for the changed book, or that nothing was approved yet.
 * @throws AppError `approved_as_written`.
 */
async function checkApprovalHolds(
  { repository, approvals }: Context,
  within: Transaction,
  user: CurrentUser,
  { id, facts }: { id: string; facts: HandMadeFacts },
): Promise<void> {
  const approvalOf = await approvals(user, within)
  if (approvalOf({ ...facts, ...UNKNOWN }).approved) return
  const request = await repository.findRequest(id, user.id, within)
  if (request?.status === 'approved') throw approvedAsWritten()
}

/** Lists hand-made requests, newest first: administrators see everyone's, others their own. */
async function list(context: Context, user: CurrentUser): Promise<Batches<HandMadeDto>> {
  const newestFirst = { sort: 'date', order: 'desc', offset: 0 } as const
  const { asins } = await context.lists.choose(visibilityOf(user), { handMade: true }, newestFirst)
  return batchesOf(asins, (some) => readSome(context, user, some))
}

/**
 * Stores a hand-made book and requests it.
 * @param options.unlessInLibrary whether to refuse it if the library has it.
 * @throws AppError `already_written_down`, `in_library`, `quota_exceeded`.
 */
async function create(
  context: Context,
  user: CurrentUser,
  { wishes, ...body }: NewHandMadeBody,
  { unlessInLibrary = false }: { unlessInLibrary?: boolean } = {},
): Promise<HandMadeDto> {
  const { config, transaction, clock, lockUser, repository, books, storeRequest, wake, announce, log } =
    context
  const facts = factsOf(body)
  const asin = handMadeId(crypto.getRandomValues(new Uint8Array(ID_BYTES)))
  const region = config.defaultRegion
  const there = unlessInLibrary && (await books.findInLibrary(user, { ...facts, ...UNKNOWN, asin, region }))
  if (there) throw inLibrary({ title: facts.title, link: there.link })
  await transaction(async (within) => {
    const now = clock()
    const { role } = (await lockUser(within, user.id)) ?? user
    if (await repository.hasHandMade(within, { userId: user.id, facts })) throw alreadyWrittenDown()
    await books.repository.insertHandMade(within, { asin, region, writer: user.username, facts, now })
    const book = { ...facts, ...UNKNOWN, asin, region, coverUrl: null }
    await storeRequest(within, { user: { ...user, role }, book, wishes: wishesToKeep(wishes), now })
  })
  wake()
  announce({ topic: 'requests', asin }, { admins: true, userIds: [user.id] })
  const { title } = facts
  log.info('{user} requested "{title}" by hand', { user: shortenUsername(user.username), title, asin })
  const [created] = await readSome(context, user, [asin])
  if (!created) throw notRequested({ why: 'withdrawn' })
  return created
}

/**
 * Corrects a hand-made book and searches for it again.
 * @throws AppError `not_requested` if the person may not see it, `already_written_down`, `approved_as_written` if the
 *   change makes it a different book that needs approval again, `changed_since_seen` if it is no longer what was shown.
 */
async function update(
  context: Context,
  user: CurrentUser,
  id: string,
  { version, ...body }: HandMadeCorrection,
): Promise<void> {
  const { transaction, repository, lockUser, books, clock, demand, wake, announce } = context
  await visible(context, user, id)
  const facts = factsOf(body)
  await transaction(async (within) => {
    for (const userId of (await repository.listRequesterIds(id, within)).sort()) {
      await lockUser(within, userId)
      const same = { userId, facts, except: id }
      if (await repository.hasHandMade(within, same)) throw alreadyWrittenDown()
    }
    await books.repository.lock(within, id)
    const before = await books.repository.find(id, within)
    if (before) books.mustBeAsSeen(version, { book: before, requests: [] })
    const now = clock()
    const corrected = before === null || !isSameRecording(before, facts)
    if (corrected) await checkApprovalHolds(context, within, user, { id, facts })
    await books.repository.updateHandMade(within, id, facts, corrected ? now : null)
    if (corrected) await demand.corrected(within, id, now)
  })
  wake()
  announce({ topic: 'requests', asin: id }, { admins: true, userIds: await repository.listRequesterIds(id) })
}

/** Withdraws a hand-made request like any other. @throws AppError `not_requested`. */
async function remove(context: Context, user: CurrentUser, id: string): Promise<void> {
  await visible(context, user, id)
  await context.requests.remove(user, id)
}

/** Marks a hand-made book as available. @throws AppError `not_requested`. */
async function markAvailable(context: Context, user: CurrentUser, id: string): Promise<void> {
  await visible(context, user, id)
  await context.markAvailable(user, id)
}

function factsOf(body: HandMadeBody): HandMadeFacts {
  const { title, subtitle, author, narrator, publish_date: releaseDate, info } = body
  return { title, subtitle, authors: author, narrators: narrator, releaseDate, info }
}
