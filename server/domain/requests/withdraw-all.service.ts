import type { Transaction } from '#server/db/database'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import type { Demand, Timeline } from '#server/domain/fulfilment/fulfilment.types'
import type { RequestsRepository } from './requests.repository'

/**
 * Withdraws everything a user has requested: as with any withdrawal, work that nobody wants any more ends unless a
 * grab may have happened.
 * @returns to be called in the transaction in which the user goes.
 */
export function createWithdrawAll(dependencies: {
  repository: RequestsRepository
  demand: Pick<Demand, 'unwanted'>
  timeline: Pick<Timeline, 'add'>
  clock: () => Date
}) {
  const { repository, demand, timeline, clock } = dependencies

  return async (within: Transaction, user: CurrentUser): Promise<void> => {
    await repository.lockUser(within, user.id)
    for (const asin of await repository.listAsinsOf(within, user.id)) {
      const at = clock()
      await repository.lockBook(within, asin)
      await repository.removeRequest(within, asin, user.id)
      await demand.unwanted(within, asin, at)
      await timeline.add(within, { asin, kind: 'withdrawn', actor: user.username, at })
    }
  }
}
