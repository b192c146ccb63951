import { agoOf } from '#server/async/due.rules'
import type { Database, Transaction } from '#server/db/database'
import { bind } from '#server/domain/bind'
import { answerAmong, arrivalAmong, isStillChecked, isMissing, type Awaited } from './arrival.rules'
import type { LibraryFeature } from './feature'
import type { LibraryConnections, Owned, SoughtFacts } from './library.types'
import { createTimeOrder, type TimeOrder } from './time-order'

/** Milliseconds between checks of all awaited books, with or without a download. */
const ALL_EVERY = 5 * 60_000
/** Books compared together. */
const CHUNK = 50

/** A complete download of a book that is not available yet. */
interface CompleteDownload {
  asin: string
  completedAt: Date
}

/** Where a book can be found. */
interface Place {
  /** The address that opens it. */
  link: string
  /** Name of the library; null if its connection is gone. */
  library: string | null
}

/** Reads awaited and available books, and reports what happened to them. */
interface ArrivalEvents {
  listComplete(): Promise<CompleteDownload[]>
  /** @param asins limits the result to these; null for all. */
  listAwaited(
    asins: readonly string[] | null,
  ): Promise<(SoughtFacts & Pick<Awaited, 'since' | 'takenBackAt'>)[]>
  /** When a person last took back the copy that the library had; null if no one has. */
  findTakenBack(asin: string): Promise<Date | null>
  /** Records that libraries were told to scan for the files of complete downloads. */
  noteScans(asins: readonly string[], libraries: readonly string[]): Promise<void>
  /** @returns false if no one is waiting for the book. */
  arrived(within: Transaction, asin: string, place: Place): Promise<boolean>
  announceArrival(asin: string): Promise<void>
  /** Available books; `seenInLibrary` says whether the library has had a book since it became available. */
  listAvailable(): Promise<(SoughtFacts & { seenInLibrary: boolean; leftLibrary: boolean })[]>
  /** Records that the library has these available books. */
  recordSeen(asins: readonly string[]): Promise<void>
  /** @param place null if the book has left the library. */
  recordPresence(asin: string, place: Place | null): Promise<void>
  /** Hours after which a complete download that is missing is reported; 0 means never. */
  missingAfter(): Promise<number>
  reportMissing(download: CompleteDownload & { hours: number }): Promise<void>
}

interface Context {
  connections: Pick<LibraryConnections, 'libraries' | 'libraryIds'>
  library: Pick<LibraryFeature, 'checkNewest' | 'listWalks' | 'owned'>
  events: ArrivalEvents
  transaction: Database['write']
  clock: () => Date
  order: TimeOrder
  compared: {
    /** When all awaited books were last compared. */
    all: Date | null
    /** When the walk began after which lost books were last checked, in milliseconds. */
    lost: number | null
  }
}

/** Marks books as available once the library has them. */
export function createArrivals(dependencies: Omit<Context, 'compared' | 'order'>) {
  const order = createTimeOrder(dependencies.clock)
  const context: Context = { ...dependencies, order, compared: { all: null, lost: null } }
  return bind(context, { checkArrivals, findAnswer })
}

/**
 * Checks whether the library has the awaited books, and tells it to scan after a download completes. Does
 * nothing without a library.
 * @param signal aborts when the server stops.
 */
async function checkArrivals(context: Context, signal: AbortSignal): Promise<void> {
  const { connections, events, clock, compared } = context
  if ((await connections.libraries()).length === 0) return
  const now = clock()
  const complete = await events.listComplete()
  const isNew = await checkNewest(context, complete, signal)
  const isAll = isNew || agoOf(compared.all, now) >= ALL_EVERY
  await endArrived(context, complete, { isAll, signal })
  if (isAll && !signal.aborted) compared.all = now
  await findLost(context, signal)
  await reportMissing(context, complete)
}

/** @returns whether any library has new items. */
async function checkNewest(
  { library, events, clock }: Context,
  complete: readonly CompleteDownload[],
  signal: AbortSignal,
): Promise<boolean> {
  const now = clock()
  const lookedFor = complete.filter(({ completedAt }) => isStillChecked(completedAt, now))
  const newest = lookedFor.at(-1)
  if (!newest) return false
  const { isNew, scanned } = await library.checkNewest(newest.completedAt, signal)
  const asins = lookedFor.map(({ asin }) => asin)
  if (scanned.length > 0) await events.noteScans(asins, scanned)
  return isNew
}

/** @param look.isAll whether to check all awaited books, or only complete downloads. */
async function endArrived(
  context: Context,
  complete: readonly CompleteDownload[],
  { isAll, signal }: { isAll: boolean; signal: AbortSignal },
): Promise<void> {
  const { events, library, order, transaction } = context
  const completedAt = new Map(complete.map((download) => [download.asin, download.completedAt]))
  const awaited = await events.listAwaited(isAll ? null : [...completedAt.keys()])
  const placeOf = await placesOf(context)
  const reads = await lastReads(context)
  for (let start = 0; start < awaited.length && !signal.aborted; start += CHUNK) {
    const books = awaited.slice(start, start + CHUNK)
    const owned = await library.owned.among(books)
    for (const { asin, since, takenBackAt } of books) {
      const completed = completedAt.get(asin) ?? null
      // The sooner it is noticed that one of them lies ahead, the more of what follows is new.
      for (const at of [since, completed, takenBackAt]) if (at) order.settled(at)
      const readSince = completed !== null && reads.every((at) => at !== null && order.isAfter(at, completed))
      const known = { since, completedAt: completed, takenBackAt, readSince }
      const arrival = arrivalAmong(owned.get(asin), known, order)
      if (!arrival) continue
      const place = placeOf(arrival)
      if (await transaction((within) => events.arrived(within, asin, place)))
        await events.announceArrival(asin)
    }
  }
}

/**
 * Where the library has a book that someone requests now, so that nothing has to be got; null if it has not.
 * @param wanted.another whether the person knows what the library has, and wants another edition.
 */
async function findAnswer(
  context: Context,
  book: SoughtFacts,
  wanted: { another: boolean },
): Promise<Place | null> {
  const { events, library, order } = context
  const owned = (await library.owned.among([book])).get(book.asin)
  if (!owned) return null
  const takenBackAt = await events.findTakenBack(book.asin)
  const answer = answerAmong(owned, { takenBackAt, ...wanted }, order)
  return answer ? (await placesOf(context))(answer) : null
}

/** Returns a function that gives the place of an item. */
async function placesOf({ connections }: Context): Promise<(owned: Owned) => Place> {
  const names = new Map((await connections.libraries()).map(({ id, name }) => [id, name]))
  return ({ item: { connectionId, facts } }) => ({
    link: facts.url,
    library: names.get(connectionId) ?? null,
  })
}

/**
 * After a walk, checks which available books the library has, and which it has lost. Nothing counts as lost
 * while a library is disabled or has never been read completely, since its contents are then unknown.
 */
async function findLost(context: Context, signal: AbortSignal): Promise<void> {
  const { events, library, compared } = context
  const walked = await lastWalk(context)
  if (walked === null || walked === compared.lost) return
  const available = await events.listAvailable()
  const placeOf = await placesOf(context)
  for (let start = 0; start < available.length; start += CHUNK) {
    const books = available.slice(start, start + CHUNK)
    const owned = await library.owned.among(books)
    // Another instance may have disabled a library in the meantime, so that none of its items were found.
    if (signal.aborted || (await lastWalk(context)) === null) return
    const first = books.filter(({ asin, seenInLibrary }) => owned.has(asin) && !seenInLibrary)
    if (first.length > 0) await events.recordSeen(first.map(({ asin }) => asin))
    for (const { asin, seenInLibrary, leftLibrary } of books) {
      const [item] = owned.get(asin) ?? []
      if (seenInLibrary && (item === undefined) !== leftLibrary) {
        await events.recordPresence(asin, item ? placeOf(item) : null)
      }
    }
  }
  compared.lost = walked
}

/** For each enabled library, when its last complete walk began; null if it was never read. */
async function lastReads({ connections, library }: Context): Promise<(Date | null)[]> {
  const walks = new Map((await library.listWalks()).map((walk) => [walk.connectionId, walk.completeAt]))
  return (await connections.libraries()).map(({ id }) => walks.get(id) ?? null)
}

/**
 * When the last complete walk began, in milliseconds; null if a library's contents are unknown or do not
 * count.
 */
async function lastWalk({ connections, library }: Context): Promise<number | null> {
  const walks = new Map((await library.listWalks()).map((walk) => [walk.connectionId, walk]))
  const times = (await connections.libraryIds()).map((id) => {
    const walk = walks.get(id)
    return walk && !walk.off ? walk.completeAt : null
  })
  return times.includes(null) ? null : Math.max(...times.map(Number))
}

async function reportMissing(context: Context, complete: readonly CompleteDownload[]): Promise<void> {
  const { events, order, clock } = context
  if (complete.length === 0) return
  const hours = await events.missingAfter()
  const copies = await lastReads(context)
  for (const download of complete) {
    if (isMissing(order.settled(download.completedAt), { now: clock(), hours, copies })) {
      await events.reportMissing({ ...download, hours })
    }
  }
}
