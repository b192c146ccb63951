import { causeOf } from '#contract/cause'
import type { Transaction } from '#server/db/database'
import type { TimelineEntry } from '#server/domain/books/books.types'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import { notRequested } from '#server/domain/books/books.errors'
import type { FulfilmentContext } from './context'
import { becomeAvailable, refreshPages, notifyRequesters } from './fulfilment-events'
import {
  grabUnderWay,
  mustBeRequested,
  nobodyRequested,
  notApproved,
  notPossibleNow,
  notReleased,
} from './fulfilment.errors'
import type { Fulfilment, FulfilmentChange } from './fulfilments.repository'
import type { Grab } from './grab/grabs.repository'
import { DONE, FREE, transition } from './transitions'
import { awaitedRelease, type LifecycleTrigger } from './transitions.rules'

type Refusal = Parameters<typeof notPossibleNow>[0]['why']

/** An action that a person takes on a fulfilment. */
interface Action {
  trigger: LifecycleTrigger
  change: Omit<FulfilmentChange, 'state'>
  entry: Pick<TimelineEntry, 'kind' | 'detail'>
  /** Why it is refused if the state does not allow it. */
  refusal: Refusal
  /** Whether a grab without an outcome blocks it. */
  waitsForGrab?: boolean
  /** Whether there is nothing left to do. */
  isDone?: (fulfilment: Fulfilment) => boolean
  also?: (within: Transaction, fulfilment: Fulfilment | null, open: Grab | null) => Promise<void>
}

/** Applies an action and records it in the activity, or refuses. */
async function act(
  context: FulfilmentContext,
  person: CurrentUser,
  asin: string,
  action: Action,
): Promise<void> {
  const { trigger, change, entry, refusal, waitsForGrab = true, isDone, also } = action
  await mustBeRequested(context, asin)
  await context.transaction(async (within) => {
    const fulfilment = await context.fulfilments.lock(within, asin)
    if (fulfilment && isDone?.(fulfilment)) return
    const open = await context.grabs.findUnderWay(asin, within)
    if (waitsForGrab && open) throw refuseForGrab(open)
    const state = await transition(context, within, asin, fulfilment, trigger, change)
    if (state === null) throw notPossibleNow({ why: refusal })
    await also?.(within, fulfilment, open)
    await context.timeline.add(within, { asin, actor: person.username, at: context.clock(), ...entry })
  })
  context.demand.wake()
  await refreshPages(context, asin)
}

/** Whether a book is available, as far as anyone knows. */
const isThere = ({ state, leftLibrary }: Fulfilment) => state === 'available' && !leftLibrary

/** Records a grab in progress as arrived, settles what waits for approval, and tells people once. */
const available =
  (context: FulfilmentContext, asin: string): NonNullable<Action['also']> =>
  async (within, fulfilment, open) => {
    const settled = { state: 'grabbed', cause: null } as const
    if (open) await context.grabs.settle(within, open.id, settled, context.clock())
    const now = context.clock()
    if (fulfilment?.state === 'available') return void (await context.requesters.settle(within, asin, now))
    await becomeAvailable(context, within, asin, { release: open?.facts ?? null, now })
  }

/**
 * Marks a book as in the library.
 * @throws AppError `not_requested`.
 */
export async function markAvailable(
  context: FulfilmentContext,
  person: CurrentUser,
  asin: string,
): Promise<void> {
  await act(context, person, asin, {
    trigger: 'marked_available',
    change: DONE,
    entry: { kind: 'available' },
    refusal: 'not_grabbed',
    waitsForGrab: false,
    isDone: isThere,
    also: available(context, asin),
  })
}

/**
 * Records that a requester says the book has arrived.
 * @throws AppError `not_requested` for people who did not request it, `not_possible_now` before a grab.
 */
export async function markArrived(
  context: FulfilmentContext,
  person: CurrentUser,
  asin: string,
): Promise<void> {
  const requesters = await context.requesters.list(asin)
  const asked = requesters.some(({ userId, declined }) => userId === person.id && !declined)
  if (person.role !== 'admin' && !asked) throw notRequested({ why: 'not_by_you' })
  await act(context, person, asin, {
    trigger: 'arrived',
    change: DONE,
    entry: { kind: 'available' },
    refusal: 'not_grabbed',
    waitsForGrab: false,
    isDone: isThere,
    also: available(context, asin),
  })
}

/**
 * Marks a download as failed and takes its grab back. If no approved request is left, its fulfilment ends.
 * @throws AppError `not_requested`, `not_possible_now`, `grab_under_way`.
 */
export async function markFailed(
  context: FulfilmentContext,
  person: CurrentUser,
  asin: string,
  reason: string | undefined,
): Promise<void> {
  const { grabs, demand, clock } = context
  const cause = reason === undefined ? causeOf('download_failed') : causeOf('person', { text: reason })
  await act(context, person, asin, {
    trigger: 'marked_failed',
    change: { ...DONE, cause },
    entry: { kind: 'failed', detail: reason === undefined ? { cause } : { reason } },
    refusal: 'no_download',
    also: async (within) => {
      const last = (await grabs.list(asin, within)).find(({ state }) => state === 'grabbed')
      await grabs.takeBack(within, { asin }, cause, clock())
      await notifyRequesters(context, within, asin, {
        event: 'onFailedDownload',
        release: last?.facts ?? null,
        error: { status: null, cause },
      })
      await demand.missing(within, asin, clock())
    },
  })
}

/**
 * Sets a book back to waiting. If no approved request is left, its fulfilment ends.
 * @throws AppError `not_requested`, `not_possible_now`, `grab_under_way`.
 */
export async function revert(context: FulfilmentContext, person: CurrentUser, asin: string): Promise<void> {
  const { grabs, demand, clock } = context
  await act(context, person, asin, {
    trigger: 'reverted',
    change: { ...DONE, stopped: false },
    entry: { kind: 'reverted' },
    refusal: 'nothing_to_revert',
    also: async (within) => {
      await grabs.takeBack(within, { asin }, null, clock())
      await demand.missing(within, asin, clock())
    },
  })
}

/**
 * Schedules a search for a book, at once or at a given time.
 * @throws AppError `source.notReady` for a search at once, `not_requested`, `not_possible_now`, `grab_under_way`,
 *   `not_released`.
 */
export async function retry(
  context: FulfilmentContext,
  person: CurrentUser,
  asin: string,
  at: Date | undefined,
): Promise<void> {
  const { source, clock } = context
  const now = clock()
  const later = at && at > now ? at : null
  await mustBeRequested(context, asin)
  if (!later && !(await source.configured())) throw source.notReady()
  await mustBeReleased(context, asin, later ?? now)
  const planned = { asked: true, atOnce: false, stopped: false }
  await act(context, person, asin, {
    trigger: later ? 'planned' : 'retried',
    // What failed before says nothing about the time that a person chose.
    change: later ? { ...planned, nextAttemptAt: later, failures: 0 } : { ...planned, atOnce: true },
    entry: { kind: 'retried', detail: later && { next_try_at: later.toISOString() } },
    refusal: 'not_waiting',
  })
}

/**
 * Searches for an approved book at once and grabs the best release; only administrators do so for others.
 * @throws AppError `source.notReady`, `not_requested`, `not_approved`, `not_released`, `not_possible_now`,
 *   `grab_under_way`.
 */
export async function autoDownload(
  context: FulfilmentContext,
  person: CurrentUser,
  asin: string,
): Promise<void> {
  const { source, canSee, requesters } = context
  const isAdmin = person.role === 'admin'
  if (!(await source.configured())) throw source.notReady()
  if (!(await canSee(person, asin))) throw nobodyRequested()
  await mustBeRequested(context, asin)
  const isApproved = isAdmin ? requesters.isWanted(asin) : requesters.isWantedBy(asin, person.id)
  if (!(await isApproved)) throw notApproved()
  await mustBeReleased(context, asin, context.clock())
  await act(context, person, asin, {
    trigger: 'retried',
    change: { asked: true, atOnce: true, ...(isAdmin && { stopped: false }) },
    entry: { kind: 'retried' },
    refusal: 'grabbed',
    also: async (_within, fulfilment) => {
      if (!fulfilment?.stopped || isAdmin) return
      throw notPossibleNow({ why: 'stopped' })
    },
  })
}

/**
 * Ends the automatic search for a book until it is retried.
 * @throws AppError `not_requested`, `not_possible_now`, `grab_under_way`.
 */
export async function stop(context: FulfilmentContext, person: CurrentUser, asin: string): Promise<void> {
  await act(context, person, asin, {
    trigger: 'stopped',
    change: { ...FREE, nextAttemptAt: null, asked: false, atOnce: false, stopped: true },
    entry: { kind: 'stopped' },
    refusal: 'not_searched',
  })
}

async function mustBeReleased({ books }: FulfilmentContext, asin: string, at: Date): Promise<void> {
  const day = awaitedRelease(await books.findReleaseDate(asin), at)
  if (!day) return
  throw notReleased({ date: day.toISOString().slice(0, 10) })
}

function refuseForGrab({ state, title }: Grab) {
  return grabUnderWay({ why: state === 'sending' ? 'sending' : 'unconfirmed', title })
}
