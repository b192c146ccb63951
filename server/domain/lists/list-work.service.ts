import type { Region } from '#contract/common'
import type { RequestManyDto } from '#contract/bulk'
import type { ListRefusal } from '#contract/lists'
import { holdLease, LEASE } from '#server/async/lease'
import type { FeatureContext } from '#server/domain/feature-context'
import { bind } from '#server/domain/bind'
import { shortenUsername } from '#server/domain/shorten-username.rules'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import type { ClaimedList, ListWorkRepository, WorkedEntry } from './list-work.repository'
import type { MatchEntries } from './match-entries'
import { pauseUntil, requestStep } from './outcome.rules'

/** Entries matched before it is another list's turn. */
const MATCHED_AT_ONCE = 10
const REQUESTED_AT_ONCE = 20
/** Milliseconds between steps, so that the catalogue has time for people who are waiting. */
const STEP_PAUSE = 250

interface Context extends Pick<FeatureContext, 'announce' | 'clock' | 'log'> {
  repository: ListWorkRepository
  matchEntries: MatchEntries
  /** Requests many books, as `POST /api/requests` does. */
  requestMany: (
    user: CurrentUser,
    asins: string[],
    options: { region: Region | undefined },
  ) => Promise<RequestManyDto>
  /** Aborted when the server stops. */
  stopping: AbortController
}

/** A list that this worker has claimed. */
interface Held {
  list: ClaimedList
  claimed: { id: string; owner: string }
  signal: AbortSignal
}

export type ListWorkDependencies = Omit<Context, 'stopping'>

/** Matches and requests the entries of lists in the background. */
export function createListWork(dependencies: ListWorkDependencies) {
  return bind({ ...dependencies, stopping: new AbortController() }, { workDue, stop })
}

/**
 * Runs one step of the next list. Another server may resume unfinished work.
 * @returns when there may be more to do, or null if there is nothing now.
 */
async function workDue(context: Context): Promise<Date | null> {
  const { repository, clock, log, stopping } = context
  const owner = crypto.randomUUID()
  const now = clock()
  const list = await repository.claim({ owner, now, until: new Date(now.getTime() + LEASE) })
  if (!list) return null
  const claimed = { id: list.id, owner }
  const renew = (until: Date) => repository.renew(claimed, until)
  const lease = holdLease({ renew, signal: stopping.signal, clock, log })
  try {
    await processEntries(context, { list, claimed, signal: lease.signal })
  } catch (error) {
    if (!lease.signal.aborted) throw error
    await repository.release(claimed, clock())
  } finally {
    lease.end()
  }
  context.announce({ topic: 'lists' }, { admins: false, userIds: [list.user.id] })
  return new Date(clock().getTime() + STEP_PAUSE)
}

/** Requests are made before matching. */
async function processEntries(context: Context, held: Held): Promise<void> {
  const { repository, clock } = context
  const wanted = await repository.listRequesting(held.list.id, REQUESTED_AT_ONCE)
  const failure =
    wanted.length > 0 ? await requestSome(context, held, wanted) : await matchSome(context, held)
  if (failure === null) return repository.release(held.claimed, clock())
  const failures = held.list.failures + 1
  const until = pauseUntil(failures, clock())
  const why = { code: failure.code, params: failure.params }
  await repository.pause(held.claimed, { failures, until, why })
  context.log.info('Postponed a list of {user} until {until}: {code}', {
    user: shortenUsername(held.list.user.username),
    until: until.toISOString(),
    code: failure.code,
  })
}

/** @returns why matching cannot continue now, or null if it can. */
async function matchSome(context: Context, { list, claimed, signal }: Held): Promise<ListRefusal | null> {
  const { repository, matchEntries } = context
  const waiting = await repository.listWaiting(list.id, MATCHED_AT_ONCE)
  const { outcomes, failure } = await matchEntries(list, waiting, signal)
  await repository.save(claimed, outcomes)
  return failure
}

/**
 * Requests some entries, all in the region of the first.
 * @returns why requesting cannot continue now, or null if it can.
 */
async function requestSome(
  { repository, requestMany }: Context,
  { list, claimed }: Held,
  wanted: readonly WorkedEntry[],
): Promise<ListRefusal | null> {
  const [first] = wanted
  const region = first && regionOf(first)
  const some = wanted.filter((entry) => regionOf(entry) === region)
  const asins = some.flatMap(({ asin }) => asin ?? [])
  const answer = await requestMany(list.user, asins, { region: region ?? list.region })
  const { outcomes, full, failed } = requestStep(some, answer)
  await repository.save(claimed, outcomes)
  if (full) await repository.refuseRest(list.id, { code: full.code, params: full.params })
  return failed
}

const regionOf = ({ asin, candidates }: WorkedEntry): Region | undefined =>
  candidates?.find((candidate) => candidate.asin === asin)?.region

/** Starts no further step, and aborts the current one if possible. */
async function stop({ stopping }: Context): Promise<void> {
  stopping.abort(new Error('The server is stopping'))
}
