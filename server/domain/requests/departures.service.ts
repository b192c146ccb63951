import type { Transaction } from '#server/db/database'
import type { CurrentUser } from '../auth/auth.types'
import type { RequestsRepository } from './requests.repository'
import { endsWithWithdrawal } from './requests.rules'

/** What happens to the requests of somebody who leaves. */
export function createDepartures(dependencies: { repository: RequestsRepository; clock: () => Date }) {
  const { repository, clock } = dependencies

  return {
    /**
     * Withdraws everything a user has asked for: as with any withdrawal, work that nobody wants any more ends
     * unless a grab may have happened.
     * @param within the transaction in which the user goes.
     */
    async withdrawAllOf(within: Transaction, user: CurrentUser): Promise<void> {
      await repository.lockUser(within, user.id)
      for (const asin of await repository.listAsinsOf(within, user.id)) {
        await repository.lockBook(within, asin)
        await repository.removeRequests(within, asin, user.id)
        const state = await repository.findFulfilment(within, asin)
        if (state && endsWithWithdrawal(state, await repository.countApproved(within, asin))) {
          await repository.endFulfilment(within, asin, state)
        }
        const entry = { asin, kind: 'withdrawn', actor: user.username, at: clock() } as const
        await repository.addTimelineEntry(within, entry)
      }
    },
  }
}
