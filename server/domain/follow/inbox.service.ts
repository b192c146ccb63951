import type { InboxDto, ListInboxQuery } from '#contract/inbox'
import type { FeatureContext } from '#server/domain/feature-context'
import { bind } from '#server/domain/bind'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import type { BooksFeature } from '#server/domain/books/feature'
import type { InboxRepository } from './inbox.repository'

/** How long inbox items are kept, in milliseconds. */
const KEPT = 180 * 24 * 60 * 60_000

interface Context extends Pick<FeatureContext, 'announce' | 'clock'> {
  books: Pick<BooksFeature, 'present'>
  repository: InboxRepository
}

/** The inboxes of followers. */
export function createInbox(context: Context) {
  return bind(context, { list, count, markRead, prune })
}

async function list(
  { repository, books }: Context,
  user: CurrentUser,
  query: ListInboxQuery,
): Promise<InboxDto> {
  const { items, total } = await repository.list(user.id, query)
  const shown = await books.present(
    user,
    items.map(({ book }) => book),
  )
  return {
    items: shown.flatMap((book, at) => {
      const item = items[at]
      return item ? [{ ...item, ...book, at: item.at.toISOString() }] : []
    }),
    total,
  }
}

async function count({ repository }: Context, user: CurrentUser): Promise<{ unread: number }> {
  return { unread: await repository.countUnread(user.id) }
}

/** @param ids items to mark, all if omitted; other people's items are not changed. */
async function markRead(
  context: Context,
  user: CurrentUser,
  ids?: readonly string[],
): Promise<{ unread: number }> {
  const { repository, announce } = context
  await repository.markRead(user.id, ids)
  announce({ topic: 'inbox' }, { admins: false, userIds: [user.id] })
  return count(context, user)
}

/** Deletes old items. */
function prune({ repository, clock }: Context): Promise<void> {
  return repository.prune(new Date(clock().getTime() - KEPT))
}
