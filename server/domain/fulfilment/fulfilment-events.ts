import type { Cause } from '#contract/cause'
import type { Transaction } from '#server/db/database'
import type { StoredRelease } from '#server/db/stored-release'
import type { Announce } from '#server/domain/announce'
import type { BooksRepository } from '#server/domain/books/books.repository'
import { causeFor } from '#server/domain/books/cause-view.rules'
import type { MessageFacts } from '#server/domain/notifications/notifications.types'
import type { Requesters } from './context'

/** An event that people are told about, with the facts that a message may use. */
export type FulfilmentEvent = Omit<MessageFacts, 'event' | 'reason'> & {
  event: Extract<
    MessageFacts['event'],
    'onSuccessfulDownload' | 'onFailedDownload' | 'onAvailable' | 'onNotFound' | 'onNotInLibrary'
  >
}

/** Where messages wait until their transaction is committed. */
export interface EventOutbox {
  add(within: Transaction, events: FulfilmentEvent): Promise<void>
  /** Sends them; call it after the transaction. */
  wake(): void
}

interface EventContext {
  books: BooksRepository
  requesters: Pick<Requesters, 'list' | 'listIds'>
  outbox: EventOutbox
  announce: Announce
}

/**
 * Writes messages to everyone concerned, in the transaction of the event. People whose request was declined get none.
 * @param told.occurrence identifies the event, such as a grab.
 */
export async function notifyRequesters(
  { books, requesters, outbox }: EventContext,
  within: Transaction,
  asin: string,
  told: Pick<FulfilmentEvent, 'event'> & {
    release?: StoredRelease | null
    error?: { status: number | null; cause: Cause }
    occurrence?: string
    link?: string
    /** Whether to tell only administrators. */
    adminsOnly?: boolean
  },
): Promise<void> {
  const book = await books.find(asin, within)
  if (!book) return
  const { event, release, error, occurrence, link } = told
  const people = told.adminsOnly ? [] : await requesters.list(asin, within)
  await outbox.add(within, {
    event,
    requesterIds: people.filter(({ declined }) => !declined).map(({ userId }) => userId),
    book,
    release: release
      ? {
          title: release.title,
          sizeBytes: release.size,
          indexer: release.indexer,
          protocol: release.protocol,
          infoHash: release.info_hash,
        }
      : null,
    error: error ? errorOf(error) : null,
    ...(link !== undefined && { link }),
    ...(occurrence !== undefined && { eventId: `${event} ${occurrence}` }),
  })
}

function errorOf({ status, cause }: { status: number | null; cause: Cause }) {
  return { status, cause, causeForRequesters: causeFor(cause, false) }
}

/** Settles the requests that wait for approval, and tells people once that a book is available. */
export async function becomeAvailable(
  context: EventContext & { requesters: Pick<Requesters, 'settle'> },
  within: Transaction,
  asin: string,
  { now, ...told }: { release: StoredRelease | null; link?: string; occurrence?: string; now: Date },
): Promise<void> {
  await context.requesters.settle(within, asin, now)
  await notifyRequesters(context, within, asin, { event: 'onAvailable', ...told })
}

/** Sends the messages and refreshes pages; call it after the transaction. */
export async function refreshPages(
  { requesters, outbox, announce }: EventContext,
  asin: string,
): Promise<void> {
  outbox.wake()
  const userIds = (await requesters.list(asin)).map(({ userId }) => userId)
  announce({ topic: 'requests', asin }, { admins: true, userIds })
  refreshReleasePages({ announce }, asin)
}

/** Refreshes pages that show the releases of a book. */
export function refreshReleasePages({ announce }: Pick<EventContext, 'announce'>, asin: string): void {
  announce({ topic: 'releases', asin }, { admins: true, userIds: [] })
}

/** Above this many books, pages are told only that something changed, and refresh all they show. */
const NAMED = 10

/** Refreshes pages that show download progress. */
export async function refreshProgress(
  { requesters, announce }: EventContext,
  asins: readonly string[],
): Promise<void> {
  if (asins.length === 0) return
  const ids = await requesters.listIds(asins)
  if (asins.length > NAMED) {
    const userIds = [...new Set([...ids.values()].flat())]
    return announce({ topic: 'requests' }, { admins: true, userIds })
  }
  for (const asin of asins) {
    announce({ topic: 'requests', asin }, { admins: true, userIds: ids.get(asin) ?? [] })
  }
}
