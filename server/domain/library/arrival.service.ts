import type { Database, Transaction } from '#server/db/database'
import { bind } from '#server/domain/bind'
import { arrivalAmong, isLookedFor, isMissing } from './arrival.rules'
import type { LibraryFeature } from './feature'
import type { LibraryConnections, Owned, SoughtFacts } from './library.types'

/** Milliseconds between checks of everything awaited, with or without a download. */
const ALL_EVERY = 5 * 60_000
/** Books compared at once. */
const CHUNK = 50

/** A complete download of a book that is not available. */
interface CompleteDownload {
  asin: string
  completedAt: Date
}

/** Where a book is. */
interface Place {
  /** Opens it there. */
  link: string
  /** Name of the library; null if its connection is gone. */
  library: string | null
}

/** What to report about books to those who wait for them. */
interface ArrivalEvents {
  completedSince(since: Date): Promise<CompleteDownload[]>
  /** @param asins limits the result to these; null for all. */
  listAwaited(asins: readonly string[] | null): Promise<(SoughtFacts & { since: Date })[]>
  /** Libraries were asked to scan for the files of complete downloads. */
  noteScans(asins: readonly string[], libraries: readonly string[]): Promise<void>
  /** @returns false if no one waits for it. */
  arrived(within: Transaction, asin: string, place: Place): Promise<boolean>
  tellArrived(asin: string): Promise<void>
  /** Available books; `seenInLibrary` says whether the library has had them since. */
  listAvailable(): Promise<(SoughtFacts & { seenInLibrary: boolean; leftLibrary: boolean })[]>
  /** The library has books that are available. */
  noteSeen(asins: readonly string[]): Promise<void>
  /** @param place null if the library has lost it. */
  foundOrLost(asin: string, place: Place | null): Promise<void>
  tellMissing(download: CompleteDownload & { hours: number }): Promise<void>
}

interface Context {
  connections: Pick<LibraryConnections, 'libraries' | 'libraryIds'>
  library: Pick<LibraryFeature, 'lookAtNewest' | 'listWalks' | 'owned'>
  events: ArrivalEvents
  /** Hours after which a missing complete download is reported; 0: never. */
  missingAfter: () => Promise<number>
  transaction: Database['write']
  clock: () => Date
  /** Clock milliseconds when everything awaited was last compared. */
  compared: {
    all: number
    /** When the last walk began after which lost books were checked. */
    lost: number
  }
}

/** Ends the wait for books that the library has. */
export function createArrivals(dependencies: Omit<Context, 'compared'>) {
  const context = {
    ...dependencies,
    compared: { all: Number.NEGATIVE_INFINITY, lost: Number.NEGATIVE_INFINITY },
  } satisfies Context
  return bind(context, { lookForArrivals })
}

/**
 * Checks whether the library has what is awaited, and asks it to scan after a download completes. Does nothing without
 * a library.
 * @param signal the server stops.
 */
async function lookForArrivals(context: Context, signal: AbortSignal): Promise<void> {
  const { connections, events, clock, compared } = context
  const open = await connections.libraries()
  if (open.length === 0) return
  const now = clock()
  const complete = await events.completedSince(new Date(0))
  const isNew = await lookAtNewest(context, complete, signal)
  const isAll = isNew || now.getTime() - compared.all >= ALL_EVERY
  await endArrived(context, complete, { isAll, signal })
  if (isAll && !signal.aborted) compared.all = now.getTime()
  await findLost(context, signal)
  await tellMissing(
    context,
    complete,
    open.map(({ id }) => id),
  )
}

/** @returns whether libraries have anything new. */
async function lookAtNewest(
  { library, events, clock }: Context,
  complete: readonly CompleteDownload[],
  signal: AbortSignal,
): Promise<boolean> {
  const now = clock()
  const lookedFor = complete.filter(({ completedAt }) => isLookedFor(completedAt, now))
  const newest = lookedFor.at(-1)
  if (!newest) return false
  const { isNew, scanned } = await library.lookAtNewest(newest.completedAt, signal)
  const asins = lookedFor.map(({ asin }) => asin)
  if (scanned.length > 0) await events.noteScans(asins, scanned)
  return isNew
}

/** @param look.isAll whether to check everything awaited, or only complete downloads. */
async function endArrived(
  context: Context,
  complete: readonly CompleteDownload[],
  { isAll, signal }: { isAll: boolean; signal: AbortSignal },
): Promise<void> {
  const { events, library, transaction } = context
  const completedAt = new Map(complete.map((download) => [download.asin, download.completedAt]))
  const awaited = await events.listAwaited(isAll ? null : [...completedAt.keys()])
  const placeOf = await placesOf(context)
  for (let start = 0; start < awaited.length && !signal.aborted; start += CHUNK) {
    const books = awaited.slice(start, start + CHUNK)
    const owned = await library.owned.among(books)
    for (const { asin, since } of books) {
      const arrival = arrivalAmong(owned.get(asin), since, completedAt.get(asin) ?? null)
      if (!arrival) continue
      const place = placeOf(arrival)
      if (await transaction((within) => events.arrived(within, asin, place))) await events.tellArrived(asin)
    }
  }
}

/** Tells where items are. */
async function placesOf({ connections }: Context): Promise<(owned: Owned) => Place> {
  const names = new Map((await connections.libraries()).map(({ id, name }) => [id, name]))
  return ({ item: { connectionId, facts } }) => ({
    link: facts.url,
    library: names.get(connectionId) ?? null,
  })
}

/**
 * After a walk, checks which available books the library has, and which it has lost. Nothing counts as lost while a
 * library is disabled or has never been read completely, as its contents are unknown then.
 */
async function findLost(context: Context, signal: AbortSignal): Promise<void> {
  const { events, library, compared } = context
  const walked = await lastWalk(context)
  if (walked === null || walked <= compared.lost) return
  const available = await events.listAvailable()
  const placeOf = await placesOf(context)
  for (let start = 0; start < available.length; start += CHUNK) {
    const books = available.slice(start, start + CHUNK)
    const owned = await library.owned.among(books)
    // Another instance may have disabled one meanwhile, so that none of its items were found.
    if (signal.aborted || (await lastWalk(context)) === null) return
    const first = books.filter(({ asin, seenInLibrary }) => owned.has(asin) && !seenInLibrary)
    if (first.length > 0) await events.noteSeen(first.map(({ asin }) => asin))
    for (const { asin, seenInLibrary, leftLibrary } of books) {
      const [item] = owned.get(asin) ?? []
      if (seenInLibrary && (item === undefined) !== leftLibrary) {
        await events.foundOrLost(asin, item ? placeOf(item) : null)
      }
    }
  }
  compared.lost = walked
}

/** When the last complete walk began, in milliseconds; null if a library's contents are unknown or do not count. */
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
