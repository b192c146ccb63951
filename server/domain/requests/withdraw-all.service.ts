import type { Transaction } from '#server/db/database'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import type { Fulfilment, Timeline } from '#server/domain/fulfilment/fulfilment.types'
import type { RequestsRepository } from './requests.repository'

/** What happens to the requests of somebody who leaves. */
export function createDepartures(dependencies: {
  repository: RequestsRepository
  fulfilment: Pick<Fulfilment, 'unwanted'>
  timeline: Pick<Timeline, 'add'>
  clock: () => Date
}) {
  const { repository, fulfilment, timeline, clock } = dependencies

  return {
    /**
     * Withdraws everything a user has asked for: as with any withdrawal, work that nobody wants any more ends
     * unless a grab may have happened.
     * @param within the transaction in which the user goes.
     */
    async withdrawAllOf(within: Transaction, user: CurrentUser): Promise<void> {
      await repository.lockUser(within, user.id)
      for (const asin of await repository.listAsinsOf(within, user.id)) {
        const at = clock()
        await repository.lockBook(within, asin)
        await repository.removeRequest(within, asin, user.id)
        await fulfilment.unwanted(within, asin, at)
        await timeline.add(within, { asin, kind: 'withdrawn', actor: user.username, at })
      }
    },
  }
}
