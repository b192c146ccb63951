import type { Database } from '#server/db/database'
import type { Logger } from '#server/log'
import type { ReleaseSource } from '#server/domain/integrations/integrations.types'
import type { FulfilmentEvents } from '#server/domain/fulfilment/fulfilment-events'
import { notPossibleNow, notRequested } from '#server/domain/fulfilment/fulfilment.errors'
import type { ReleaseSearchRepository } from '#server/domain/fulfilment/search/release-search.repository'
import type { Timeline } from '#server/domain/books/books.types'
import type { Demand } from '#server/domain/fulfilment/fulfilment.types'
import { GRAB_ENDS_WITHIN, pauseUntilReconcile } from '#server/domain/fulfilment/transitions.rules'
import type { FulfilmentsRepository } from '#server/domain/fulfilment/fulfilments.repository'
import type { Grab, GrabsRepository } from './grabs.repository'
import type { Grabber } from './grab.service'
import { DONE, FREE, type Transitions } from '#server/domain/fulfilment/transitions'

export interface ReconcilerDependencies {
  fulfilments: FulfilmentsRepository
  grabs: GrabsRepository
  searches: Pick<ReleaseSearchRepository, 'isRequested'>
  demand: Pick<Demand, 'wake'>
  transitions: Transitions
  grabber: Pick<Grabber, 'settle' | 'goOn'>
  timeline: Timeline
  events: FulfilmentEvents
  transaction: Database['write']
  source: Pick<ReleaseSource, 'name' | 'wasGrabbed'>
  clock: () => Date
  log: Logger
}

export type Reconciler = ReturnType<typeof createReconciler>

/** Finds out what became of a hand-over whose answer is not known. Nothing is sent meanwhile. */
export function createReconciler(dependencies: ReconcilerDependencies) {
  const {
    searches,
    demand,
    transitions,
    fulfilments,
    grabs,
    grabber,
    timeline,
    events,
    transaction,
    source,
    clock,
    log,
  } = dependencies

  const ageOf = ({ createdAt }: Grab) => clock().getTime() - createdAt.getTime()

  /** Ends a hand-over that did not happen: the book is looked for again, unless nobody wants it any more. */
  async function settleAsNotSent(grab: Grab, by: { actor: string | null; reason: string }): Promise<boolean> {
    const { asin } = grab
    const { actor, reason } = by
    const settled = await transaction(async (within) => {
      const now = clock()
      const work = await fulfilments.lock(within, asin)
      if (!(await grabs.settle(within, grab.id, { state: 'rejected', error: reason }, now))) return false
      const { title: release, facts } = grab
      const detail = { release, indexer: facts.indexer, reason }
      await timeline.add(within, { asin, kind: 'grab_rejected', actor, detail, at: now })
      await grabber.goOn(within, asin, work)
      return true
    })
    await events.changed(asin)
    return settled
  }

  async function askAgainLater(grab: Grab, owner: string): Promise<void> {
    await transaction(async (within) => {
      const work = await fulfilments.lock(within, grab.asin)
      if (work?.leaseOwner !== owner) return
      const nextTryAt = new Date(clock().getTime() + pauseUntilReconcile(ageOf(grab)))
      await fulfilments.change(within, grab.asin, { ...FREE, nextTryAt }, clock())
    })
  }

  /** @returns false when it was found out in another way. */
  async function settleAsSent(grab: Grab, actor: string): Promise<boolean> {
    const { asin, title, facts } = grab
    const settled = await transaction(async (within) => {
      const at = clock()
      const work = await fulfilments.lock(within, asin)
      if (!(await grabs.settle(within, grab.id, { state: 'grabbed', error: null }, at))) return false
      await transitions.apply(within, asin, work, 'grabbed', DONE)
      const detail = { release: title, indexer: facts.indexer }
      await timeline.add(within, { asin, kind: 'grabbed', actor, detail, at })
      await events.tell(within, asin, { event: 'onSuccessfulDownload', release: facts, occurrence: grab.id })
      return true
    })
    await events.changed(asin)
    return settled
  }

  return {
    /**
     * Says what became of a hand-over that got no answer.
     * @throws AppError `not_requested`, `not_possible_now` when that is not the question.
     */
    async confirmGrab(person: { username: string }, asin: string, grabbed: boolean): Promise<void> {
      if (!(await searches.isRequested(asin))) throw notRequested('Nobody has asked for this audiobook.')
      const open = await grabs.findUnderWay(asin)
      if (open?.state !== 'unconfirmed') throw notPossibleNow('No hand-over waits to be confirmed.')
      const actor = person.username
      const settled = grabbed
        ? await settleAsSent(open, actor)
        : await settleAsNotSent(open, {
            actor,
            reason: 'An administrator says that it did not arrive.',
          })
      if (!settled) throw notPossibleNow('What became of the hand-over has just been found out.')
      demand.wake()
    },

    /** Asks the history once, for the worker that holds the work on the book. */
    async run(grab: Grab, owner: string): Promise<void> {
      if (grab.state === 'sending') {
        const reason = 'The server ended before the answer came.'
        return grabber.settle(grab, { state: 'unknown', reason }, owner, clock())
      }
      const { title, indexerId, createdAt: since } = grab
      const answer = await source.wasGrabbed({ title, indexerId, since })
      log.info('Whether {title} was handed over: {answer}', { title, answer })
      if (answer === 'yes') return grabber.settle(grab, { state: 'grabbed' }, owner)
      if (answer === 'no' && ageOf(grab) >= GRAB_ENDS_WITHIN) {
        await settleAsNotSent(grab, { actor: null, reason: `It is not in the history of ${source.name}.` })
        return
      }
      return askAgainLater(grab, owner)
    },
  }
}
