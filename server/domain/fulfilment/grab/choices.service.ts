import type { Database } from '#server/db/database'
import type { ReleaseIdentity } from '#server/domain/ranking/ranking.types'
import type { BookNews } from '#server/domain/fulfilment/fulfilment-events'
import { notPossibleNow, notRequested } from '#server/domain/fulfilment/fulfilment.errors'
import type { Fulfilment, Timeline } from '#server/domain/fulfilment/fulfilment.types'
import type { FulfilmentsRepository } from '#server/domain/fulfilment/fulfilments.repository'
import type { Grab, GrabsRepository } from './grabs.repository'
import type { LookUp } from './reconcile.service'
import type { ReleaseSearchRepository } from '#server/domain/fulfilment/search/release-search.repository'
import type { ReleasesRepository } from '#server/domain/fulfilment/search/releases.repository'
import { DONE, type WorkChanges } from '#server/domain/fulfilment/transitions'

export interface ChoicesDependencies {
  fulfilments: FulfilmentsRepository
  grabs: GrabsRepository
  searches: Pick<ReleaseSearchRepository, 'isRequested'>
  releases: ReleasesRepository
  fulfilment: Pick<Fulfilment, 'wake'>
  lookUp: Pick<LookUp, 'settleAsNotSent'>
  timeline: Timeline
  changes: WorkChanges
  news: BookNews
  transaction: Database['write']
  clock: () => Date
}

/** What people decide about single releases. */
export function createChoices(dependencies: ChoicesDependencies) {
  const { fulfilments, grabs, searches, releases, fulfilment, lookUp } = dependencies
  const { timeline, changes, news, transaction, clock } = dependencies

  async function mustBeRequested(asin: string): Promise<void> {
    if (!(await searches.isRequested(asin))) throw notRequested('Nobody has asked for this audiobook.')
  }

  /** @returns false when it was found out in another way. */
  async function settleAsSent(grab: Grab, actor: string): Promise<boolean> {
    const { asin, title, facts } = grab
    const settled = await transaction(async (within) => {
      const at = clock()
      const work = await fulfilments.lock(within, asin)
      if (!(await grabs.settle(within, grab.id, { state: 'grabbed', error: null }, at))) return false
      await changes.apply(within, asin, work, 'handed_over', DONE)
      const detail = { release: title, indexer: facts.indexer }
      await timeline.add(within, { asin, kind: 'grabbed', actor, detail, at })
      await news.tell(within, asin, { event: 'onSuccessfulDownload', release: facts, occurrence: grab.id })
      return true
    })
    await news.changed(asin)
    return settled
  }

  return {
    /**
     * Says what became of a hand-over that got no answer.
     * @throws AppError `not_requested`, `not_possible_now` when that is not the question.
     */
    async confirmGrab(person: { username: string }, asin: string, grabbed: boolean): Promise<void> {
      await mustBeRequested(asin)
      const open = await grabs.findUnderWay(asin)
      if (open?.state !== 'unconfirmed') throw notPossibleNow('No hand-over waits to be confirmed.')
      const actor = person.username
      const settled = grabbed
        ? await settleAsSent(open, actor)
        : await lookUp.settleAsNotSent(open, {
            actor,
            reason: 'An administrator says that it did not arrive.',
          })
      if (!settled) throw notPossibleNow('What became of the hand-over has just been found out.')
      fulfilment.wake()
    },

    /**
     * Keeps a release from being grabbed unasked for this book.
     * @throws AppError `not_requested`.
     */
    async block(
      person: { username: string },
      asin: string,
      release: ReleaseIdentity & { title: string },
    ): Promise<void> {
      await mustBeRequested(asin)
      const actor = person.username
      await transaction(async (within) => {
        const at = clock()
        if (!(await releases.block(within, { ...release, asin, actor, at }))) return
        const detail = { release: release.title }
        await timeline.add(within, { asin, kind: 'release_blocked', actor, detail, at })
      })
      await news.changed(asin)
    },

    /**
     * Allows a blocked release again; nothing happens where it is not blocked.
     * @throws AppError `not_requested`.
     */
    async unblock(person: { username: string }, asin: string, release: ReleaseIdentity): Promise<void> {
      await mustBeRequested(asin)
      const actor = person.username
      await transaction(async (within) => {
        const title = await releases.unblock(within, asin, release)
        if (title === null) return
        const detail = { release: title }
        await timeline.add(within, { asin, kind: 'release_unblocked', actor, detail, at: clock() })
      })
      await news.changed(asin)
    },
  }
}
