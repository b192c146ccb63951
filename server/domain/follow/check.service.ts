import { holdLease, LEASE } from '#server/async/lease'
import type { Transaction } from '#server/db/database'
import type { FeatureContext } from '#server/domain/feature-context'
import { bind } from '#server/domain/bind'
import type { CatalogueSeriesReads, ListedBook } from '#server/domain/catalogue/catalogue-series'
import type { PersonRole } from '#server/domain/catalogue/series.types'
import type { Outbox } from '#server/domain/notifications/outbox'
import { findNews, nextCheck, type News } from './follow.rules'
import type { Followed } from './follow.types'
import type { ClaimedCheck, FollowsRepository } from './follows.repository'
import type { InboxRepository } from './inbox.repository'

/** How many of a person's newest books one catalogue call returns. */
const NEWEST = 50

interface Context extends Pick<FeatureContext, 'transaction' | 'announce' | 'clock' | 'log'> {
  repository: FollowsRepository
  inbox: Pick<InboxRepository, 'add'>
  catalogue: Pick<CatalogueSeriesReads, 'series' | 'byPerson'>
  /** Adds a message for users' targets to the outbox. */
  notify: Outbox['add']
  /** Wakes the outbox. */
  wake: () => void
  /** Identifies this instance among those that share the database. */
  owner: string
}

/** Checks followed series and people for new books. */
export function createFollowChecks(context: Context) {
  return bind(context, { checkNext })
}

/** The books of a series or person, and whether these are all of them, rather than only the newest. */
interface FoundBooks {
  books: readonly ListedBook[]
  isWhole: boolean
  /** Why the books are not current. */
  stale: string | null
}

async function readBooks(
  { catalogue }: Context,
  { kind, region, key, name }: Pick<Followed, 'kind' | 'region' | 'key' | 'name'>,
): Promise<FoundBooks> {
  if (kind === 'series') {
    const { value, stale } = await catalogue.series(key, region)
    return { books: value?.books.map(({ book }) => book) ?? [], isWhole: true, stale }
  }
  const role: PersonRole = kind
  const question = { name, role, region, sort: 'newest', page: 0, limit: NEWEST } as const
  const { value, stale } = await catalogue.byPerson(question)
  return { books: value.books, isWhole: !value.more, stale }
}

/**
 * Runs the check that has been due longest, with one catalogue call and on one instance only. If the
 * catalogue fails, it is retried with growing pauses.
 * @param signal aborts when the server stops.
 * @returns whether a check was due.
 */
async function checkNext(context: Context, signal: AbortSignal): Promise<boolean> {
  const { repository, owner, clock, log } = context
  const now = clock()
  const claimed = await repository.claim({ owner, until: new Date(now.getTime() + LEASE), now })
  if (!claimed) return false
  const { id } = claimed
  const renew = (until: Date) => repository.renew({ id, owner, until })
  const lease = holdLease({ renew, signal, clock, log })
  try {
    const found = await readBooks(context, claimed)
    if (found.stale !== null) await postpone(context, claimed, found.stale)
    else await complete(context, claimed, found)
  } catch (error) {
    await postpone(context, claimed, error)
  } finally {
    lease.end()
  }
  return true
}

async function postpone(
  context: Context,
  { id, failures, name }: ClaimedCheck,
  error: unknown,
): Promise<void> {
  const { repository, owner, clock, log } = context
  const dueAt = nextCheck(clock(), failures + 1)
  await repository.postpone({ id, owner, failures: failures + 1, dueAt })
  log.warn('Checking {name} for new books failed: {error}', { name, error })
}

/** Stores the findings and tells the followers; does neither if the lease was lost. */
async function complete(context: Context, claimed: ClaimedCheck, found: FoundBooks): Promise<void> {
  const { repository, transaction, announce, wake, clock, owner, log } = context
  const { id, name, lookedAt } = claimed
  const now = clock()
  const { notified, shown } = await transaction(async (within) => {
    const nobody = { notified: [], shown: [] }
    const isOwn = await repository.finish(within, { id, owner, lookedAt: now, dueAt: nextCheck(now, 0) })
    if (!isOwn) return nobody
    const followers = await repository.listFollowers(within, id)
    if (followers.length === 0) {
      await repository.forget(within, id)
      return nobody
    }
    const known = await repository.listKnown(within, id)
    const { news, changed, gone } = findNews({ ...found, known, lookedAt, now })
    await repository.saveKnown(within, id, changed)
    await repository.removeKnown(within, id, gone)
    return {
      notified: await notifyFollowers(context, within, { claimed, followers, news, now }),
      shown: changed.length + gone.length > 0 ? followers.map(({ userId }) => userId) : [],
    }
  })
  if (shown.length > 0) announce({ topic: 'follows' }, { admins: false, userIds: shown })
  if (notified.length === 0) return
  wake()
  announce({ topic: 'inbox' }, { admins: false, userIds: notified })
  log.info('Notified followers of new books from {name}: {count}', { name, count: notified.length })
}

/** @returns who is notified. */
async function notifyFollowers(
  { inbox, notify }: Context,
  within: Transaction,
  {
    claimed,
    followers,
    news,
    now,
  }: {
    claimed: ClaimedCheck
    followers: Awaited<ReturnType<FollowsRepository['listFollowers']>>
    news: readonly News<ListedBook>[]
    now: Date
  },
): Promise<string[]> {
  const notified = new Set<string>()
  for (const { book, code } of news) {
    const requesterIds = await inbox.add(within, followers, { code, book, followed: claimed, at: now })
    if (requesterIds.length === 0) continue
    await notify(within, {
      event: 'onNewBook',
      requesterIds,
      book: { ...book, coverUrl: null },
      followed: claimed.name,
      announced: code === 'book_announced',
    })
    for (const userId of requesterIds) notified.add(userId)
  }
  return [...notified]
}
