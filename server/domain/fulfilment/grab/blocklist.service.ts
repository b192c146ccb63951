import type { Database } from '#server/db/database'
import type { ReleaseIdentity } from '#server/domain/ranking/ranking.types'
import type { FulfilmentEvents } from '#server/domain/fulfilment/fulfilment-events'
import { notRequested } from '#server/domain/fulfilment/fulfilment.errors'
import type { Timeline } from '#server/domain/books/books.types'
import type { ReleaseSearchRepository } from '#server/domain/fulfilment/search/release-search.repository'
import type { ReleasesRepository } from '#server/domain/fulfilment/search/releases.repository'

export interface BlocklistDependencies {
  searches: Pick<ReleaseSearchRepository, 'isRequested'>
  releases: ReleasesRepository
  timeline: Timeline
  events: FulfilmentEvents
  transaction: Database['write']
  clock: () => Date
}

/** Releases that are not to be grabbed for a book without being asked. */
export function createBlocklist(dependencies: BlocklistDependencies) {
  const { searches, releases, timeline, events, transaction, clock } = dependencies

  async function mustBeRequested(asin: string): Promise<void> {
    if (!(await searches.isRequested(asin))) throw notRequested('Nobody has asked for this audiobook.')
  }

  return {
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
      await events.changed(asin)
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
      await events.changed(asin)
    },
  }
}
