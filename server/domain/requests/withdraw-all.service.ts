import type { Transaction } from '#server/db/database'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import type { BooksFeature } from '#server/domain/books/feature'
import type { RequestsContext } from './requests.types'

/**
 * Withdraws everything a user has requested. As with any withdrawal, a fulfilment that no one wants ends unless a grab
 * may have happened.
 * @returns a function to call in the transaction that deletes the user.
 */
export function createWithdrawAll(
  context: Pick<RequestsContext, 'repository' | 'demand' | 'lockUser' | 'clock'> & {
    books: Pick<BooksFeature, 'repository' | 'timeline'>
  },
) {
  const { repository, books, demand, lockUser, clock } = context

  return async (within: Transaction, user: CurrentUser): Promise<void> => {
    await lockUser(within, user.id)
    for (const asin of await repository.listAsinsOf(within, user.id)) {
      const at = clock()
      await books.repository.lock(within, asin)
      await demand.adjust(within, asin, at, () => repository.removeRequest(within, asin, user.id))
      await books.timeline.add(within, { asin, kind: 'withdrawn', actor: user.username, at })
    }
  }
}
