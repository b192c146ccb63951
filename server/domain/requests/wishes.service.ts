import type { Wishes } from '#contract/wishes'
import { bind } from '#server/domain/bind'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import { notRequested } from '#server/domain/books/books.errors'
import { shortenUsername } from '#server/domain/shorten-username.rules'
import { wishesTooLate } from './requests.errors'
import type { RequestsContext } from './requests.types'
import { areSameWishes, wishesToKeep, wishPolicy } from './wishes.rules'

/** People's wishes for the books that they requested. */
export function createWishes(context: RequestsContext) {
  return bind(context, { change })
}

/**
 * Changes a person's wishes for a book. If they differ, releases already found are ranked again.
 * @throws AppError `not_requested`, `wishes_too_late`.
 */
async function change(
  { transaction, clock, repository, books, demand, wake, announce, log }: RequestsContext,
  user: CurrentUser,
  asin: string,
  wishes: Wishes,
): Promise<void> {
  const title = await transaction(async (within) => {
    const locked = await books.repository.lock(within, asin)
    const own = await repository.findRequest(asin, user.id, within)
    const policy = wishPolicy(own?.status ?? null, await demand.lockState(within, asin))
    if (policy === 'not_requested') throw notRequested({ why: 'not_by_you' })
    if (policy === 'too_late') throw wishesTooLate()
    const [now, kept] = [clock(), wishesToKeep(wishes)]
    if (areSameWishes(await repository.findWishes(within, asin, user.id), kept)) return undefined
    await repository.setWishes(within, { asin, userId: user.id, wishes: kept, now })
    const entry = { asin, kind: 'wishes_changed', actor: user.username, detail: { wishes: kept } } as const
    await books.timeline.add(within, { ...entry, at: now })
    if (own?.status === 'approved') await demand.wishesChanged(within, asin, now)
    return locked
  })
  if (title === undefined) return
  wake()
  announce({ topic: 'requests', asin }, { admins: true, userIds: await repository.listRequesterIds(asin) })
  const who = shortenUsername(user.username)
  log.info('{user} changed their wishes for "{title}"', { user: who, title, asin })
}
