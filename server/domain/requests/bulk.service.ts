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
import { AppError } from '#server/errors/app-error'
import { bind } from '#server/domain/bind'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import type { Decisions } from './decisions.service'
import type { Quotas } from './quotas.service'
import { filterOf } from './request-filter.rules'
import type { Requests } from './requests.service'
import type { SelectionRepository } from './selection.repository'

/** Books changed per step: few enough to respond within a second or two. */
const STEP = 100

interface Context {
  requests: Pick<Requests, 'create' | 'remove'>
  decisions: Decisions
  quotas: Pick<Quotas, 'read'>
  /** Marks a book as in the library. */
  markAvailable: (user: CurrentUser, asin: string) => Promise<void>
  selection: SelectionRepository
  clock: () => Date
}

/** Counts books against a limit. @returns how many may be requested now, and the error for the others. */
type AdmitMany = (books: number) => Promise<{ admitted: number; refusal: AppError }>

/** Changes many books at once. */
export function createBulk(context: Context) {
  return bind(context, { change, select, changeMatching, request })
}

/**
 * Applies an action to each book in turn. Each is a separate change, so a refusal does not affect the others.
 * @returns the results in the order of the ASINs.
 */
async function each(asins: string[], act: (asin: string) => Promise<unknown>): Promise<BulkAnswerDto> {
  const answer: BulkAnswerDto = { done: [], failed: [] }
  for (const asin of new Set(asins)) {
    try {
      await act(asin)
      answer.done.push(asin)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const { code, params, message: detail, errors } = error
      answer.failed.push({ asin, code, params, detail, ...(errors && { errors }) })
    }
  }
  return answer
}

async function change(
  { requests, decisions, markAvailable }: Context,
  user: CurrentUser,
  { asins, action, reason, seen }: BulkBody,
): Promise<BulkAnswerDto> {
  const versions = new Map(seen?.map(({ asin, version }) => [asin, version]))
  const actions: Record<BulkBody['action'], (asin: string) => Promise<void>> = {
    approve: (asin) => decisions.approve(user, asin, { version: versions.get(asin) }),
    decline: (asin) => decisions.decline(user, asin, { reason, version: versions.get(asin) }),
    remove: (asin) => requests.remove(user, asin),
    downloaded: (asin) => markAvailable(user, asin),
  }
  return each(asins, actions[action])
}

/**
 * Requests many books, as many as fit the person's quota. Once the catalogue fails, the rest fail too,
 * because each could take as long again.
 * @param options.admit limits how many of them are looked up; all if omitted.
 * @throws AppError of the limit if it admits none.
 */
async function request(
  { requests, quotas }: Context,
  user: CurrentUser,
  asins: string[],
  { region, admit }: { region: Region | undefined; admit?: AdmitMany },
): Promise<RequestManyDto> {
  const limit = await admit?.(asins.length)
  if (limit?.admitted === 0) throw limit.refusal
  const beyond = new Set(limit && asins.slice(limit.admitted))
  let failed: AppError | undefined
  const answer = await each(asins, async (asin) => {
    if (failed) throw failed
    if (limit && beyond.has(asin)) throw limit.refusal
    try {
      await requests.create(user, asin, { region })
    } catch (error) {
      if (error instanceof AppError && error.status >= 500) failed = error
      throw error
    }
  })
  return { ...answer, quota: await quotas.read(user) }
}

/** Counts the books that match now; later requests are not included in the change. */
async function select({ selection, clock }: Context, matching: Matching): Promise<SelectionDto> {
  const from = { requested_at: clock().toISOString() }
  const { total, appliesTo } = await selection.count(filterOf(matching))
  return { total, applies_to: appliesTo, from }
}

/**
 * Applies an action to a batch of all matching books that it applies to. Each step continues after the last
 * book of the previous one, so a book that changes meanwhile is processed once or not at all.
 */
async function changeMatching(
  context: Context,
  user: CurrentUser,
  { matching, from, ...changing }: MatchingBody,
): Promise<MatchingAnswerDto> {
  const place = { requestedAt: new Date(from.requested_at), asin: from.asin }
  const step = { action: changing.action, from: place, limit: STEP }
  const chosen = await context.selection.chooseStep(filterOf(matching), step)
  const answer = await change(context, user, { asins: chosen.map(({ asin }) => asin), ...changing })
  const last = chosen[STEP - 1]
  if (!last?.requestedAt) return { ...answer, next: null }
  return { ...answer, next: { requested_at: last.requestedAt.toISOString(), asin: last.asin } }
}
