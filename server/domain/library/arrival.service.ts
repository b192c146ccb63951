import type { Database, Transaction } from '#server/db/database'
import { bind } from '#server/domain/bind'
import { arrivalAmong, isLookedFor, isMissing } from './arrival.rules'
import type { LibraryFeature } from './feature'
import type { LibraryConnections, SoughtFacts } from './library.types'

/** Milliseconds between two looks at everything that is waited for, with or without a download. */
const ALL_EVERY = 5 * 60_000
/** Books that are compared at once. */
const CHUNK = 50

/** A download that is complete, of a book that is not available. */
interface CompleteDownload {
  asin: string
  completedAt: Date
}

/** What is told of books to those who wait for them. */
export interface ArrivalEvents {
  completedSince(since: Date): Promise<CompleteDownload[]>
  /** @param asins those alone; null for all. */
  listAwaited(asins: readonly string[] | null): Promise<(SoughtFacts & { since: Date })[]>
  /** @returns false where nobody waits for it. */
  arrived(within: Transaction, asin: string, link: string): Promise<boolean>
  tellArrived(asin: string): Promise<void>
  /** Books that the library had, and that are available. */
  listArrived(): Promise<(SoughtFacts & { leftLibrary: boolean })[]>
  /** @param link null where the library has lost it. */
  foundOrLost(asin: string, link: string | null): Promise<void>
  tellMissing(download: CompleteDownload & { hours: number }): Promise<void>
}

interface Context {
  connections: Pick<LibraryConnections, 'libraries' | 'libraryIds'>
  library: Pick<LibraryFeature, 'lookAtNewest' | 'listWalks' | 'owned'>
  events: ArrivalEvents
  /** Hours after which it is told that a complete download is not there; 0: never. */
  missingAfter: () => Promise<number>
  transaction: Database['write']
  clock: () => Date
  /** Milliseconds of the clock when everything that is waited for was last compared. */
  compared: {
    all: number
    /** When the last of the walks began after which it was looked for what is lost. */
    lost: number
  }
}

/** Ends what is waited for when the library has it. */
export function createArrivals(dependencies: Omit<Context, 'compared'>) {
  const context = {
    ...dependencies,
    compared: { all: Number.NEGATIVE_INFINITY, lost: Number.NEGATIVE_INFINITY },
  } satisfies Context
  return bind(context, { lookForArrivals })
}

export type Arrivals = ReturnType<typeof createArrivals>

/**
 * Looks whether the library has what is waited for, and asks it where downloads have just ended. Nothing happens where
 * no library is set up.
 * @param signal the server stops.
 */
async function lookForArrivals(context: Context, signal: AbortSignal): Promise<void> {
  const { connections, library, events, clock, compared } = context
  const open = await connections.libraries()
  if (open.length === 0) return
  const now = clock()
  const complete = await events.completedSince(new Date(0))
  const newest = complete.filter(({ completedAt }) => isLookedFor(completedAt, now)).at(-1)
  const isNew = newest ? await library.lookAtNewest(newest.completedAt, signal) : false
  const isAll = isNew || now.getTime() - compared.all >= ALL_EVERY
  await endArrived(context, isAll ? null : complete.map(({ asin }) => asin), signal)
  if (isAll && !signal.aborted) compared.all = now.getTime()
  await findLost(context, signal)
  await tellMissing(
    context,
    complete,
    open.map(({ id }) => id),
  )
}

async function endArrived(
  { events, library, transaction }: Context,
  asins: readonly string[] | null,
  signal: AbortSignal,
): Promise<void> {
  const awaited = await events.listAwaited(asins)
  for (let start = 0; start < awaited.length && !signal.aborted; start += CHUNK) {
    const books = awaited.slice(start, start + CHUNK)
    const owned = await library.owned.among(books)
    for (const { asin, since } of books) {
      const arrival = arrivalAmong(owned.get(asin), since)
      if (!arrival) continue
      const { url } = arrival.item.facts
      if (await transaction((within) => events.arrived(within, asin, url))) await events.tellArrived(asin)
    }
  }
}

/**
 * Looks after a walk which of the books that the library had it has lost, or has again. Nothing is lost while a library
 * is switched off or was never read to its end: what it has is not known then.
 */
async function findLost(context: Context, signal: AbortSignal): Promise<void> {
  const { events, library, compared } = context
  const walked = await lastWalk(context)
  if (walked === null || walked <= compared.lost) return
  const arrived = await events.listArrived()
  for (let start = 0; start < arrived.length; start += CHUNK) {
    const books = arrived.slice(start, start + CHUNK)
    const owned = await library.owned.among(books)
    // Another instance may have switched one off meanwhile, and nothing of it was found then.
    if (signal.aborted || (await lastWalk(context)) === null) return
    for (const { asin, leftLibrary } of books) {
      const link = owned.get(asin)?.[0]?.item.facts.url ?? null
      if ((link === null) !== leftLibrary) await events.foundOrLost(asin, link)
    }
  }
  compared.lost = walked
}

/** When the last complete walk began, in milliseconds; null where what a library has is not known or does not count. */
async function lastWalk({ connections, library }: Context): Promise<number | null> {
  const walks = new Map((await library.listWalks()).map((walk) => [walk.connectionId, walk]))
  const times = (await connections.libraryIds()).map((id) => {
    const walk = walks.get(id)
    return walk && !walk.off ? walk.completeAt : null
  })
  return times.includes(null) ? null : Math.max(...times.map(Number))
}

async function tellMissing(
  { events, library, missingAfter, clock }: Context,
  complete: readonly CompleteDownload[],
  open: readonly string[],
): Promise<void> {
  if (complete.length === 0) return
  const hours = await missingAfter()
  const walked = new Map(
    (await library.listWalks()).map(({ connectionId, completeAt }) => [connectionId, completeAt]),
  )
  const copies = open.map((id) => walked.get(id) ?? null)
  for (const download of complete) {
    if (isMissing(download.completedAt, { now: clock(), hours, copies })) {
      await events.tellMissing({ ...download, hours })
    }
  }
}
