import type { Database } from '#server/db/database'
import type { Logger } from '#server/log'
import type { ReleaseSource } from '#server/domain/integrations/integrations.types'
import type { BookNews } from '#server/domain/fulfilment/fulfilment-events'
import type { Timeline } from '#server/domain/fulfilment/fulfilment.types'
import { HAND_OVER_ENDS_WITHIN, pauseUntilLookUp } from '#server/domain/fulfilment/transitions.rules'
import type { FulfilmentsRepository } from '#server/domain/fulfilment/fulfilments.repository'
import type { Grab, GrabsRepository } from './grabs.repository'
import type { HandOver } from './grab.service'
import { FREE } from '#server/domain/fulfilment/transitions'

export interface LookUpDependencies {
  fulfilments: FulfilmentsRepository
  grabs: GrabsRepository
  handOver: Pick<HandOver, 'settle' | 'goOn'>
  timeline: Timeline
  news: BookNews
  transaction: Database['write']
  source: Pick<ReleaseSource, 'wasGrabbed'>
  clock: () => Date
  log: Logger
}

export type LookUp = ReturnType<typeof createLookUp>

/** Finds out what became of a hand-over whose answer is not known. Nothing is sent meanwhile. */
export function createLookUp(dependencies: LookUpDependencies) {
  const { fulfilments, grabs, handOver, timeline, news, transaction, source, clock, log } = dependencies

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
      await handOver.goOn(within, asin, work)
      return true
    })
    await news.changed(asin)
    return settled
  }

  async function askAgainLater(grab: Grab, owner: string): Promise<void> {
    await transaction(async (within) => {
      const work = await fulfilments.lock(within, grab.asin)
      if (work?.leaseOwner !== owner) return
      const nextTryAt = new Date(clock().getTime() + pauseUntilLookUp(ageOf(grab)))
      await fulfilments.change(within, grab.asin, { ...FREE, nextTryAt }, clock())
    })
  }

  return {
    settleAsNotSent,

    /** Asks the history once, for the worker that holds the work on the book. */
    async run(grab: Grab, owner: string): Promise<void> {
      if (grab.state === 'sending') {
        const reason = 'The server ended before the answer came.'
        return handOver.settle(grab, { state: 'unknown', reason }, owner, clock())
      }
      const { title, indexerId, createdAt: since } = grab
      const answer = await source.wasGrabbed({ title, indexerId, since })
      log.info('Whether {title} was handed over: {answer}', { title, answer })
      if (answer === 'yes') return handOver.settle(grab, { state: 'grabbed' }, owner)
      if (answer === 'no' && ageOf(grab) >= HAND_OVER_ENDS_WITHIN) {
        await settleAsNotSent(grab, { actor: null, reason: 'It is not in the history of Prowlarr.' })
        return
      }
      return askAgainLater(grab, owner)
    },
  }
}
