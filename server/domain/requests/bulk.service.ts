import type {
  BulkAnswerDto,
  BulkBody,
  Matching,
  MatchingAnswerDto,
  MatchingBody,
  RequestManyDto,
  SelectionDto,
} from '#contract/bulk'
import type { Region } from '#contract/common'
import { AppError } from '#server/errors'
import { bind } from '#server/domain/bind'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import type { Decisions } from './decisions.service'
import type { Quotas } from './quotas.service'
import { filterOf } from './request-filter.repository'
import type { Requests } from './requests.service'
import type { SelectionRepository } from './selection.repository'

/** Books that one step changes: few enough for an answer within a second or two. */
const STEP = 100

interface Context {
  requests: Pick<Requests, 'create' | 'remove'>
  decisions: Decisions
  quotas: Pick<Quotas, 'read'>
  /** Marks a book as in the library. */
  markDownloaded: (user: CurrentUser, asin: string) => Promise<void>
  selection: SelectionRepository
  clock: () => Date
}

/** Changes of many books at once. */
export function createBulk(context: Context) {
  return bind(context, { change, select, changeMatching, request })
}

/**
 * Does the same to each book, one after the other. Each is a change of its own: one that is refused does not keep the
 * others from it.
 * @returns what became of each, in the order of the ASINs.
 */
async function each(asins: string[], act: (asin: string) => Promise<unknown>): Promise<BulkAnswerDto> {
  const answer: BulkAnswerDto = { done: [], failed: [] }
  for (const asin of new Set(asins)) {
    try {
      await act(asin)
      answer.done.push(asin)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const { code, params, message: detail } = error
      answer.failed.push({ asin, code, params, detail })
    }
  }
  return answer
}

async function change(
  { requests, decisions, markDownloaded }: Context,
  user: CurrentUser,
  { asins, action, reason }: BulkBody,
): Promise<BulkAnswerDto> {
  const actions: Record<BulkBody['action'], (asin: string) => Promise<void>> = {
    approve: (asin) => decisions.approve(user, asin),
    decline: (asin) => decisions.decline(user, asin, { reason }),
    remove: (asin) => requests.remove(user, asin),
    downloaded: (asin) => markDownloaded(user, asin),
  }
  return each(asins, actions[action])
}

/**
 * Asks for many books, as many as fit the person's quota. Once the catalogue has failed, the others fail with it: each
 * could take as long again to do so.
 */
async function request(
  { requests, quotas }: Context,
  user: CurrentUser,
  asins: string[],
  options: { region: Region | undefined },
): Promise<RequestManyDto> {
  let failed: AppError | undefined
  const answer = await each(asins, async (asin) => {
    if (failed) throw failed
    try {
      await requests.create(user, asin, options)
    } catch (error) {
      if (error instanceof AppError && error.status >= 500) failed = error
      throw error
    }
  })
  return { ...answer, quota: await quotas.read(user) }
}

/** How many books match by now; what is requested from now on is not among those that are changed. */
async function select({ selection, clock }: Context, matching: Matching): Promise<SelectionDto> {
  const from = { requested_at: clock().toISOString() }
  const { total, appliesTo } = await selection.count(filterOf(matching))
  return { total, applies_to: appliesTo, from }
}

/**
 * Does the same to some of all books that match and to which it applies. A book that changes meanwhile is met once or
 * not at all: each step goes on behind the one before.
 */
async function changeMatching(
  context: Context,
  user: CurrentUser,
  { matching, from, action, reason }: MatchingBody,
): Promise<MatchingAnswerDto> {
  const place = { requestedAt: new Date(from.requested_at), asin: from.asin }
  const step = { action, from: place, limit: STEP }
  const chosen = await context.selection.chooseStep(filterOf(matching), step)
  const answer = await change(context, user, { asins: chosen.map(({ asin }) => asin), action, reason })
  const last = chosen[STEP - 1]
  if (!last?.requestedAt) return { ...answer, next: null }
  return { ...answer, next: { requested_at: last.requestedAt.toISOString(), asin: last.asin } }
}
